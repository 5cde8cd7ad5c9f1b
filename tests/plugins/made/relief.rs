// SPDX-License-Identifier: Apache-2.0
// relief.c once more, in Rust without a crate, of the bindings that scripts/bindings.py makes.
#[path = "../../../examples/800-languages/rust/terrawright.rs"]
mod terrawright;

use std::mem::size_of;
use std::os::raw::{c_char, c_void};
use std::ptr::null_mut;
use terrawright::*;

struct Relief {
    file: i64,
    least: i64,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct Found {
    cells: i64,
    sum: i64,
    highest: i64,
}

unsafe fn fail(job: &Job, parameter: *const c_char, why: *const c_char) -> i32 {
    (*job.host).fail(job.handle, parameter, -1, -1, why);
    ANSWER_FAILED
}

unsafe extern "C" fn relief_create(
    _: *const Stage,
    host: *const Host,
    handle: *mut c_void,
    arrangement: *const Arrangement,
) -> *mut c_void {
    let (host, arrangement) = (&*host, &*arrangement);
    let world = &*arrangement.world;
    let (width, height) = (world.width, world.height);
    let request = FileRequest { encoding: ENCODING_U16, width, height, ..FileRequest::NEW };
    let mut facts = FileFacts::NEW;
    let file = host.open_file(handle, text!("file"), &request, &mut facts);
    if file < 0 {
        return null_mut();
    }
    if facts.bits != 16 || facts.width != width || facts.height != height {
        host.fail(handle, text!("file"), -1, -1, text!("the facts of the file are not what was asked for"));
        return null_mut();
    }
    host.needs_scratch(handle, 1 << 20, 0);
    let least = (*arrangement.values.add(1)).integer;
    Box::into_raw(Box::new(Relief { file, least })) as *mut c_void
}
unsafe extern "C" fn relief_destroy(instance: *mut c_void) {
    drop(Box::from_raw(instance as *mut Relief));
}
unsafe extern "C" fn same_window(_: *const c_void, _: u32, _: u32, tile: *const Rect, out: *mut Rect) -> i32 {
    *out = *tile;
    ANSWER_DONE
}
// The samples of the tile, in scratch memory; None where the engine has said what is wrong.
unsafe fn samples_of(instance: *const c_void, job: &Job) -> Option<&[f32]> {
    let (relief, host) = (&*(instance as *const Relief), &*job.host);
    let cells = (job.tile.width * job.tile.height) as usize;
    let samples = host.scratch(job.handle, 4 * cells as u64) as *mut f32;
    if samples.is_null() || host.read_file(job.handle, relief.file, &job.tile, SAMPLES_F32, samples as *mut c_void, job.tile.width) != 0 {
        return None;
    }
    Some(std::slice::from_raw_parts(samples, cells))
}
unsafe fn give_note(job: &Job, found: Found) -> i32 {
    (*job.host).note(job.handle, &found as *const Found as *const c_void, size_of::<Found>() as u64);
    ANSWER_DONE
}
unsafe extern "C" fn relief_survey(instance: *const c_void, job: *const Job) -> i32 {
    let samples = match samples_of(instance, &*job) {
        Some(samples) => samples,
        None => return ANSWER_FAILED,
    };
    let sum = samples.iter().map(|&sample| sample as i64).sum();
    let highest = samples.iter().map(|&sample| sample as i64).max().unwrap_or(0);
    give_note(&*job, Found { cells: samples.len() as i64, sum, highest })
}
unsafe extern "C" fn relief_merge(_: *const c_void, job: *const Job, a: *const Blob, b: *const Blob) -> i32 {
    let (a, b) = (*((*a).bytes as *const Found), *((*b).bytes as *const Found));
    let highest = a.highest.max(b.highest);
    give_note(&*job, Found { cells: a.cells + b.cells, sum: a.sum + b.sum, highest })
}
unsafe extern "C" fn relief_resolve(instance: *const c_void, job: *const Job) -> i32 {
    let (relief, job) = (&*(instance as *const Relief), &*job);
    if job.n_notes != 1 || (*job.notes).size != size_of::<Found>() as u64 {
        return fail(job, text!(""), text!("there is not one note"));
    }
    let all = *((*job.notes).bytes as *const Found);
    if all.highest < relief.least {
        return fail(job, text!("least"), text!("no cell of the file is as high"));
    }
    let bytes = &all as *const Found as *const c_void;
    (*job.host).verdict(job.handle, EVERY_TILE, bytes, size_of::<Found>() as u64);
    ANSWER_DONE
}
unsafe extern "C" fn relief_paint(instance: *const c_void, job: *const Job) -> i32 {
    let job = &*job;
    let samples = match samples_of(instance, job) {
        Some(samples) => samples,
        None => return ANSWER_FAILED,
    };
    let all = *(job.verdict.bytes as *const Found);
    let mean = (all.sum / all.cells) as f32;
    let to = &*job.outputs;
    if to.cells.is_null() {
        return ANSWER_DONE;
    }
    for y in 0..job.tile.height {
        for x in 0..job.tile.width {
            let cell = (to.cells as *mut f32).offset((y * to.stride + x) as isize);
            *cell = samples[(y * job.tile.width + x) as usize] - mean;
        }
    }
    ANSWER_DONE
}

unsafe extern "C" fn rough_create(
    _: *const Stage,
    _: *const Host,
    _: *mut c_void,
    _: *const Arrangement,
) -> *mut c_void {
    Box::into_raw(Box::new(0u8)) as *mut c_void
}
unsafe extern "C" fn rough_destroy(instance: *mut c_void) {
    drop(Box::from_raw(instance as *mut u8));
}
unsafe extern "C" fn rough_window(_: *const c_void, _: u32, _: u32, tile: *const Rect, out: *mut Rect) -> i32 {
    let Rect { x, y, width, height } = *tile;
    *out = Rect { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
    ANSWER_DONE
}
unsafe extern "C" fn rough_paint(_: *const c_void, job: *const Job) -> i32 {
    let job = &*job;
    let (from, to) = (&*job.inputs, &*job.outputs.add(1));
    let area = from.area;
    let cell = |x: i64, y: i64| *(from.cells as *const f32).offset(((y - area.y) * from.stride + (x - area.x)) as isize);
    for y in job.tile.y..job.tile.y + job.tile.height {
        for x in job.tile.x..job.tile.x + job.tile.width {
            let mut most = 0f32;
            for j in (y - 1).max(area.y)..(y + 2).min(area.y + area.height) {
                for i in (x - 1).max(area.x)..(x + 2).min(area.x + area.width) {
                    most = most.max((cell(i, j) - cell(x, y)).abs());
                }
            }
            let at = (y - job.tile.y) * to.stride + (x - job.tile.x);
            *(to.cells as *mut f32).offset(at as isize) = most;
        }
    }
    ANSWER_DONE
}

static METRES: Port = Port {
    direction: PORT_OUTPUT,
    kinds: 1 << KIND_HEIGHT,
    name: text!("height"),
    doc: text!("Above the mean."),
    unit: text!("m"),
    ..Port::NEW
};
static FILE: Parameter = Parameter {
    kind: PARAMETER_FILE,
    name: text!("file"),
    doc: text!("The heights."),
    ..Parameter::NEW
};
static LEAST: Parameter = Parameter {
    kind: PARAMETER_INTEGER,
    name: text!("least"),
    doc: text!("What the highest cell has at least."),
    integer_maximum: 65535,
    ..Parameter::NEW
};
static RELIEF: Stage = Stage {
    version: 1,
    revision: 1,
    flags: STAGE_SURVEYS | STAGE_MERGES | STAGE_RESOLVES,
    id: text!("made.relief"),
    doc: text!("Heights out of a file."),
    ports: pointers(&[&METRES]),
    n_ports: 1,
    parameters: pointers(&[&FILE, &LEAST]),
    n_parameters: 2,
    create: Some(relief_create),
    destroy: Some(relief_destroy),
    window: Some(same_window),
    survey: Some(relief_survey),
    merge: Some(relief_merge),
    resolve: Some(relief_resolve),
    paint: Some(relief_paint),
    ..Stage::NEW
};
static HEIGHT: Port = Port {
    kinds: 1 << KIND_HEIGHT,
    name: text!("height"),
    doc: text!("Any heights."),
    ..Port::NEW
};
static STEPS: Port = Port {
    direction: PORT_OUTPUT,
    kinds: 1 << KIND_SCALAR,
    name: text!("rough"),
    doc: text!("The largest step."),
    unit: text!("m"),
    ..Port::NEW
};
static NEEDS: Ids<2> = Ids([ROUNDS, TABLES]);
static ROUGH: Stage = Stage {
    version: 1,
    revision: 1,
    id: text!("made.rough"),
    doc: text!("Steps between cells."),
    ports: pointers(&[&HEIGHT, &STEPS]),
    n_ports: 2,
    needs: NEEDS.0.as_ptr(),
    n_needs: 2,
    create: Some(rough_create),
    destroy: Some(rough_destroy),
    window: Some(rough_window),
    paint: Some(rough_paint),
    ..Stage::NEW
};
static PLUGIN: Plugin = Plugin {
    abi_major: ABI_MAJOR,
    id: text!("made.rust"),
    version: text!("1"),
    stages: pointers(&[&RELIEF, &ROUGH]),
    n_stages: 2,
    ..Plugin::NEW
};
entry!(PLUGIN);
