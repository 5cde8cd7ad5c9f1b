// SPDX-License-Identifier: Apache-2.0
// A stage with rounds, in Rust, without a crate: every tile surveys, one answer is made of all notes, every tile paints
// by it.
mod terrawright;

use std::mem::size_of;
use std::os::raw::c_void;
use terrawright::*;

static HEIGHT: Port = Port {
    direction: PORT_INPUT,
    kinds: 1 << KIND_HEIGHT,
    statistics: 1 << PHASE_SURVEY | 1 << PHASE_PAINT,
    name: text!("height"),
    doc: text!("Any heights."),
    ..Port::NEW
};
static SHARE: Port = Port {
    direction: PORT_OUTPUT,
    kinds: 1 << KIND_WEIGHT,
    name: text!("share"),
    doc: text!("0 at the lowest cell, nearly 1 at the highest."),
    ..Port::NEW
};
static STAGE: Stage = Stage {
    version: 1,
    revision: 1,
    flags: STAGE_SURVEYS | STAGE_MERGES | STAGE_RESOLVES,
    id: text!("example.equalise"),
    doc: text!("The share of the map that lies lower, in steps of a thousandth of the range."),
    ports: pointers(&[&HEIGHT, &SHARE]),
    n_ports: 2,
    create: Some(create),
    destroy: Some(destroy),
    window: Some(window),
    survey: Some(survey),
    merge: Some(merge),
    resolve: Some(resolve),
    paint: Some(paint),
    ..Stage::NEW
};
static PLUGIN: Plugin = Plugin {
    abi_major: ABI_MAJOR,
    abi_minor: ABI_MINOR,
    id: text!("org.example.equalise"),
    version: text!("1.0.0"),
    stages: pointers(&[&STAGE]),
    n_stages: 1,
    ..Plugin::NEW
};
entry!(PLUGIN);

const BINS: usize = 1024;

// A note: cells per bin. Integers: merged in any order they give the same.
type Histogram = [i64; BINS];
// The verdict: the share of cells below each bin.
type Shares = [f32; BINS];

fn bin_of(cell: f32, range: &Statistics) -> usize {
    if range.maximum <= range.minimum {
        return 0;
    }
    let t = (f64::from(cell) - range.minimum) / (range.maximum - range.minimum);
    (t * (BINS - 1) as f64) as usize
}

fn shares_of(note: &Histogram) -> Shares {
    let all: i64 = note.iter().sum();
    let (mut shares, mut below) = ([0.0; BINS], 0);
    for (share, cells) in shares.iter_mut().zip(note) {
        *share = (below as f64 / all as f64) as f32;
        below += cells;
    }
    shares
}

// It has no parameters; what create gives is only never null.
unsafe extern "C" fn create(_: *const Stage, _: *const Host, _: *mut c_void, _: *const Arrangement) -> *mut c_void {
    Box::into_raw(Box::new(0u8)) as *mut c_void
}

unsafe extern "C" fn destroy(this: *mut c_void) {
    drop(Box::from_raw(this as *mut u8));
}

unsafe extern "C" fn window(_: *const c_void, _: u32, _: u32, tile: *const Rect, out: *mut Rect) -> i32 {
    *out = *tile;
    ANSWER_DONE
}

// Row y of the tile.
unsafe fn row_of<'a>(job: &'a Job, y: i64) -> &'a [f32] {
    let from = &*job.inputs; // one per port
    let row = (from.cells as *const f32).offset((y * from.stride) as isize);
    std::slice::from_raw_parts(row, job.tile.width as usize)
}

unsafe fn give_note(job: &Job, note: &Histogram) -> i32 {
    (*job.host).note(job.handle, note.as_ptr() as *const c_void, size_of::<Histogram>() as u64);
    ANSWER_DONE
}

unsafe extern "C" fn survey(_: *const c_void, job: *const Job) -> i32 {
    let job = &*job;
    let mut note = [0; BINS];
    for y in 0..job.tile.height {
        for cell in row_of(job, y) {
            note[bin_of(*cell, &*job.statistics)] += 1;
        }
    }
    give_note(job, &note)
}

unsafe extern "C" fn merge(_: *const c_void, job: *const Job, a: *const Blob, b: *const Blob) -> i32 {
    let mut both = *((*a).bytes as *const Histogram);
    for (sum, cells) in both.iter_mut().zip(&*((*b).bytes as *const Histogram)) {
        *sum += cells;
    }
    give_note(&*job, &both)
}

unsafe extern "C" fn resolve(_: *const c_void, job: *const Job) -> i32 {
    let job = &*job;
    let shares = shares_of(&*((*job.notes).bytes as *const Histogram)); // notes were merged: there is one
    (*job.host).verdict(job.handle, EVERY_TILE, shares.as_ptr() as *const c_void, size_of::<Shares>() as u64);
    ANSWER_DONE
}

unsafe extern "C" fn paint(_: *const c_void, job: *const Job) -> i32 {
    let job = &*job;
    let to = &*job.outputs.add(1);
    if to.cells.is_null() {
        return ANSWER_DONE; // nobody reads the output
    }
    let shares = &*(job.verdict.bytes as *const Shares);
    for y in 0..job.tile.height {
        let share = (to.cells as *mut f32).offset((y * to.stride) as isize);
        let share = std::slice::from_raw_parts_mut(share, job.tile.width as usize);
        for (to, from) in share.iter_mut().zip(row_of(job, y)) {
            *to = shares[bin_of(*from, &*job.statistics)];
        }
    }
    ANSWER_DONE
}

#[cfg(test)]
mod tests {
    #[test]
    fn shares_count_what_lies_lower() {
        let mut note = [0; super::BINS];
        note[0] = 3;
        note[1000] = 1;
        let shares = super::shares_of(&note);
        assert_eq!((shares[0], shares[1], shares[1023]), (0.0, 0.75, 1.0));
    }
}
