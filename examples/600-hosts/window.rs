// SPDX-License-Identifier: Apache-2.0
//! window.c in Rust: window WORLD.yaml PORT
use std::ffi::{c_char, c_void, CStr, CString};
use std::process::exit;
use std::ptr::{null, null_mut};

const SIDE: usize = 64;

// The part of terrawright/world.h that is used here.
const DRAFT: u32 = 1;
const ON_DEMAND: u32 = 4;
const DONE: i32 = 0;

#[repr(C)]
struct Settings {
    size: u32,
    draft: u32,
    plugins: *const *const c_char,
    n_plugins: u64,
    cache: *const c_char,
    cache_size: u64,
    memory: u64,
    threads: i32,
    reserved: u32,
}
#[repr(C)]
struct WorldRequest {
    size: u32,
    flags: u32,
    file: *const c_char,
    text: *const c_char,
    text_size: u64,
    set: *const *const c_char,
    n_set: u64,
    seed: *const c_char,
}
#[repr(C)]
struct RunRequest {
    size: u32,
    flags: u32,
    keep: *const *const c_char,
    n_keep: u64,
    folder: *const c_char,
    window: *const c_void,
    tile: i64,
    memory: u64,
    threads: i32,
    reserved: u32,
    observer: *const c_void,
}
#[repr(C)]
struct Area {
    size: u32,
    how: u32,
    every: i64,
    cells: [i64; 4], // x, y, width, height
}
#[repr(C)]
struct Problem {
    size: u32,
    is_warning: u32,
    texts: [*const c_char; 4], // rule, message, hint, source
    place: [u32; 4],
    shown: *const c_char,
}
type Problems = *const *const Problem;

#[link(name = "terrawright")]
extern "C" {
    fn terrawright_open_context(settings: *const Settings) -> *mut c_void;
    fn terrawright_close_context(context: *mut c_void);
    fn terrawright_open_world(context: *mut c_void, request: *const WorldRequest) -> *mut c_void;
    fn terrawright_close_world(world: *mut c_void);
    fn terrawright_world_answer(world: *mut c_void) -> i32;
    fn terrawright_world_problems(world: *mut c_void, problems: *mut Problems) -> u64;
    fn terrawright_open_run(world: *mut c_void, request: *const RunRequest) -> *mut c_void;
    fn terrawright_close_run(run: *mut c_void);
    fn terrawright_go(run: *mut c_void) -> i32;
    fn terrawright_run_problems(run: *mut c_void, problems: *mut Problems) -> u64;
    fn terrawright_read(run: *mut c_void, port: i64, area: *const Area, cells: *mut c_void, stride: i64, stop: *const i32) -> i32;
}

fn tell(handle: *mut c_void, list: unsafe extern "C" fn(*mut c_void, *mut Problems) -> u64) -> ! {
    let mut problems: Problems = null();
    for i in 0..unsafe { list(handle, &mut problems) } as usize {
        eprint!("{}", unsafe { CStr::from_ptr((**problems.add(i)).shown) }.to_string_lossy());
    }
    exit(1)
}

fn main() {
    let given: Vec<CString> = std::env::args().skip(1).map(|text| CString::new(text).unwrap()).collect();
    if given.len() != 2 {
        exit(2);
    }
    let settings = Settings { size: std::mem::size_of::<Settings>() as u32, draft: DRAFT, plugins: null(), n_plugins: 0, cache: null(), cache_size: 0, memory: 0, threads: 0, reserved: 0 };
    let file = WorldRequest { size: std::mem::size_of::<WorldRequest>() as u32, flags: 0, file: given[0].as_ptr(), text: null(), text_size: 0, set: null(), n_set: 0, seed: null() };
    let keep = [given[1].as_ptr()];
    let request = RunRequest { size: std::mem::size_of::<RunRequest>() as u32, flags: ON_DEMAND, keep: keep.as_ptr(), n_keep: 1, folder: null(), window: null(), tile: 0, memory: 0, threads: 0, reserved: 0, observer: null_mut() };
    let area = Area { size: std::mem::size_of::<Area>() as u32, how: 0, every: 4, cells: [0, 0, SIDE as i64, SIDE as i64] };
    let mut cells = vec![0f32; SIDE * SIDE];
    unsafe {
        let context = terrawright_open_context(&settings);
        let world = terrawright_open_world(context, &file);
        if terrawright_world_answer(world) != DONE {
            tell(world, terrawright_world_problems);
        }
        let run = terrawright_open_run(world, &request);
        if terrawright_go(run) != DONE || terrawright_read(run, 0, &area, cells.as_mut_ptr().cast(), SIDE as i64, null()) != DONE {
            tell(run, terrawright_run_problems);
        }
        terrawright_close_run(run);
        terrawright_close_world(world);
        terrawright_close_context(context);
    }
    let bytes = cells.iter().flat_map(|cell| cell.to_ne_bytes());
    let digest = bytes.fold(14695981039346656037u64, |digest, byte| (digest ^ byte as u64).wrapping_mul(1099511628211)); // FNV-1a
    println!("{}: {SIDE} x {SIDE} cells, {digest:016x}", given[1].to_string_lossy());
}
