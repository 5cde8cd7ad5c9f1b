// SPDX-License-Identifier: Apache-2.0
// vectors.c once more, in Rust without a crate: the struct is that of draft/exact.h, written down by hand.
use std::collections::HashMap;
use std::process::exit;

#[repr(C)]
#[derive(Clone, Copy)]
struct RowKey {
    first: u32,
    second: u32,
}

#[repr(C)]
struct Exact {
    size: u32,
    reserved: u32,
    mix64: extern "C" fn(u64) -> u64,
    fnv1a64: extern "C" fn(*const u8, usize) -> u64,
    stream: extern "C" fn(u64, *const u8, usize) -> u64,
    philox: extern "C" fn(*mut u32, u32, u32),
    key_of_row: extern "C" fn(u64, i32, u32, u32, u32) -> RowKey,
    word: extern "C" fn(RowKey, i32) -> u32,
    unit: extern "C" fn(u32) -> f32,
    signed_unit: extern "C" fn(u32) -> f32,
    below: extern "C" fn(u32, u32) -> u32,
    exp2: extern "C" fn(f64) -> f64,
    exp: extern "C" fn(f64) -> f64,
    cospi: extern "C" fn(f64) -> f64,
    sinpi: extern "C" fn(f64) -> f64,
}

extern "C" {
    fn made_exact() -> *const Exact;
}

const FUNCTIONS: [&str; 13] = [
    "mix64", "fnv1a64", "stream", "philox", "key_of_row", "word", "unit", "signed_unit", "below", "exp2", "exp",
    "cospi", "sinpi",
];
const FEWEST_LINES: usize = 100;

fn number(text: &str, digits: usize) -> Option<u64> {
    if text.len() != digits || text.starts_with('+') {
        return None;
    }
    u64::from_str_radix(text, 16).ok()
}

/// The words of a line, taken one after another.
struct Words<'a>(std::str::Split<'a, char>);

impl Words<'_> {
    fn u32(&mut self) -> Option<u32> {
        Some(number(self.0.next()?, 8)? as u32)
    }
    fn i32(&mut self) -> Option<i32> {
        Some(self.u32()? as i32)
    }
    fn u64(&mut self) -> Option<u64> {
        number(self.0.next()?, 16)
    }
    fn f64(&mut self) -> Option<f64> {
        Some(f64::from_bits(self.u64()?))
    }
    fn bytes(&mut self) -> Option<Vec<u8>> {
        let text = self.0.next()?;
        let digits = if text == "-" { "" } else { text };
        (0..digits.len()).step_by(2).map(|i| Some(number(digits.get(i..i + 2)?, 2)? as u8)).collect()
    }
}

fn hex32(value: u32) -> String {
    format!("{value:08x}")
}
fn hex64(value: u64) -> String {
    format!("{value:016x}")
}

/// What the function gives for the arguments that come next.
fn called(exact: &Exact, name: &str, words: &mut Words) -> Option<String> {
    Some(match name {
        "mix64" => hex64((exact.mix64)(words.u64()?)),
        "fnv1a64" => {
            let bytes = words.bytes()?;
            hex64((exact.fnv1a64)(bytes.as_ptr(), bytes.len()))
        }
        "stream" => {
            let seed = words.u64()?;
            let name = words.bytes()?;
            hex64((exact.stream)(seed, name.as_ptr(), name.len()))
        }
        "philox" => {
            let mut counter = [words.u32()?, words.u32()?, words.u32()?, words.u32()?];
            (exact.philox)(counter.as_mut_ptr(), words.u32()?, words.u32()?);
            counter.map(hex32).join(" ")
        }
        "key_of_row" => {
            let key = (exact.key_of_row)(words.u64()?, words.i32()?, words.u32()?, words.u32()?, words.u32()?);
            format!("{} {}", hex32(key.first), hex32(key.second))
        }
        "word" => hex32((exact.word)(RowKey { first: words.u32()?, second: words.u32()? }, words.i32()?)),
        "unit" => hex32((exact.unit)(words.u32()?).to_bits()),
        "signed_unit" => hex32((exact.signed_unit)(words.u32()?).to_bits()),
        "below" => hex32((exact.below)(words.u32()?, words.u32()?)),
        "exp2" => hex64((exact.exp2)(words.f64()?).to_bits()),
        "exp" => hex64((exact.exp)(words.f64()?).to_bits()),
        "cospi" => hex64((exact.cospi)(words.f64()?).to_bits()),
        "sinpi" => hex64((exact.sinpi)(words.f64()?).to_bits()),
        _ => return None,
    })
}

fn holds(exact: &Exact, line: &str) -> bool {
    let mut words = Words(line.split(' '));
    let name = words.0.next().unwrap_or("");
    match called(exact, name, &mut words) {
        Some(result) => words.0.collect::<Vec<_>>().join(" ") == result,
        None => false,
    }
}

fn fail(reason: &str) -> ! {
    eprintln!("{reason}");
    exit(1)
}

fn main() {
    let exact = unsafe { &*made_exact() };
    let size = std::mem::size_of::<Exact>();
    if exact.size as usize != size || size != 8 + FUNCTIONS.len() * std::mem::size_of::<usize>() {
        fail("size: another struct");
    }
    if exact.reserved != 0 {
        fail("reserved: not 0");
    }
    let mut lines: HashMap<String, usize> = HashMap::new();
    for path in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&path) else { fail(&format!("no file: {path}")) };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if !holds(exact, line) {
                fail(&format!("does not hold: {line}"));
            }
            *lines.entry(line.split(' ').next().unwrap_or("").to_string()).or_default() += 1;
        }
    }
    for name in FUNCTIONS {
        if lines.get(name).copied().unwrap_or(0) < FEWEST_LINES {
            fail(&format!("too few lines: {name}"));
        }
    }
    println!("{}", lines.values().sum::<usize>());
}
