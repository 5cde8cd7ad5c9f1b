// SPDX-License-Identifier: Apache-2.0
// relief.c once more, in Rust without a crate: the structs are those of abi.h, written down by hand.
#![allow(non_camel_case_types, dead_code)]

use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};

const DONE: i32 = 0;
const FAILED: i32 = 3;
const EVERY_TILE: u64 = u64::MAX;

#[repr(C)]
#[derive(Clone, Copy)]
struct rect {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct blob {
    bytes: *const c_void,
    size: u64,
}
#[repr(C)]
struct view {
    cells: *const c_void,
    stride: i64,
    area: rect,
}
#[repr(C)]
struct target {
    cells: *mut c_void,
    stride: i64,
    area: rect,
}
#[repr(C)]
struct value {
    is_word: u32,
    reserved: u32,
    real: f64,
    integer: i64,
    text: *const c_char,
    items: *const value,
    n_items: u64,
}
#[repr(C)]
struct port {
    size: u32,
    direction: u32,
    kinds: u32,
    flags: u32,
    statistics: u32,
    window_statistics: u32,
    name: *const c_char,
    doc: *const c_char,
    unit: *const c_char,
    like_port: *const c_char,
}
#[repr(C)]
struct parameter {
    size: u32,
    kind: u32,
    flags: u32,
    item_kind: u32,
    name: *const c_char,
    doc: *const c_char,
    unit: *const c_char,
    word: *const c_char,
    minimum: f64,
    maximum: f64,
    integer_minimum: i64,
    integer_maximum: i64,
    choices: *const *const c_char,
    choice_docs: *const *const c_char,
    n_choices: u64,
    columns: *const *const parameter,
    n_columns: u64,
    fallback: value,
}
#[repr(C)]
struct world {
    size: u32,
    wrap: u32,
    width: i64,
    height: i64,
    cell: f64,
    latitude: f64,
}
#[repr(C)]
struct arrangement {
    size: u32,
    reserved: u32,
    world: *const world,
    values: *const value,
    flows: *const *const c_void,
}
#[repr(C)]
struct file_request {
    size: u32,
    encoding: u32,
    big_endian: u32,
    reserved: u32,
    width: i64,
    height: i64,
    channel: i64,
    part: *const c_char,
}
#[repr(C)]
struct file_facts {
    size: u32,
    bits: u32,
    width: i64,
    height: i64,
}
type unused = *const c_void;
#[repr(C)]
struct host {
    size: u32,
    reserved: u32,
    fail: extern "C" fn(*mut c_void, *const c_char, i64, i64, *const c_char),
    warn: unused,
    log: unused,
    progress: unused,
    cancelled: unused,
    extension: unused,
    stream: unused,
    set_unit: unused,
    set_legend: unused,
    needs_memory: unused,
    needs_scratch: extern "C" fn(*mut c_void, u64, u64),
    open_file: extern "C" fn(*mut c_void, *const c_char, *const file_request, *mut file_facts) -> i64,
    read_file: extern "C" fn(*mut c_void, i64, *const rect, *mut f32, i64) -> i32,
    scratch: extern "C" fn(*mut c_void, u64) -> *mut c_void,
    note: extern "C" fn(*mut c_void, *const c_void, u64),
    verdict: extern "C" fn(*mut c_void, u64, *const c_void, u64),
    // The rest is not asked for here.
}
#[repr(C)]
struct job {
    size: u32,
    phase: u32,
    round: u64,
    host: *const host,
    handle: *mut c_void,
    world: *const world,
    numbers: *const f64,
    grids: *const blob,
    statistics: unused,
    verdict: blob,
    tile: rect,
    tile_index: u64,
    inputs: *const view,
    outputs: *const target,
    window_statistics: unused,
    own_verdict: blob,
    notes: *const blob,
    note_tiles: *const u64,
    n_notes: u64,
    tiles: *const rect,
    n_tiles: u64,
    carry: blob,
}
type call = extern "C" fn(*const c_void, *const job) -> i32;
#[repr(C)]
struct stage {
    size: u32,
    version: u32,
    revision: u32,
    flags: u32,
    reads: u32,
    reserved: u32,
    id: *const c_char,
    doc: *const c_char,
    source: *const c_char,
    example: *const c_char,
    data: *mut c_void,
    ports: *const *const port,
    n_ports: u64,
    parameters: *const *const parameter,
    n_parameters: u64,
    create: Option<extern "C" fn(*const stage, *const host, *mut c_void, *const arrangement) -> *mut c_void>,
    destroy: Option<extern "C" fn(*mut c_void)>,
    window: Option<extern "C" fn(*const c_void, u32, u32, *const rect, *mut rect) -> i32>,
    survey: Option<call>,
    merge: Option<extern "C" fn(*const c_void, *const job, *const blob, *const blob) -> i32>,
    resolve: Option<call>,
    paint: Option<call>,
    combine: Option<call>,
    split: Option<call>,
}
#[repr(C)]
struct plugin {
    size: u32,
    abi_major: u32,
    needs_minor: u32,
    reserved: u32,
    id: *const c_char,
    version: *const c_char,
    built_with: *const c_char,
    stages: *const *const stage,
    n_stages: u64,
    deinit: Option<extern "C" fn()>,
    extension: Option<extern "C" fn(*const c_char) -> *const c_void>,
}

fn text(with_end: &'static str) -> *const c_char {
    assert!(with_end.ends_with('\0'));
    with_end.as_ptr() as *const c_char
}
// Descriptors stay for ever.
fn kept<T>(thing: T) -> *const T {
    Box::leak(Box::new(thing))
}
fn size<T>() -> u32 {
    std::mem::size_of::<T>() as u32
}

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

fn fail(job: &job, parameter: &'static str, why: &'static str) -> i32 {
    unsafe { ((*job.host).fail)(job.handle, text(parameter), -1, -1, text(why)) };
    FAILED
}

extern "C" fn relief_create(_: *const stage, host: *const host, handle: *mut c_void, plain: *const arrangement) -> *mut c_void {
    let (host, plain) = unsafe { (&*host, &*plain) };
    let world = unsafe { &*plain.world };
    let request = file_request {
        size: size::<file_request>(),
        encoding: 1,
        big_endian: 0,
        reserved: 0,
        width: world.width,
        height: world.height,
        channel: 0,
        part: null(),
    };
    let mut facts = file_facts { size: size::<file_facts>(), bits: 0, width: 0, height: 0 };
    let file = (host.open_file)(handle, text("file\0"), &request, &mut facts);
    if file < 0 {
        return null_mut();
    }
    if facts.bits != 16 || facts.width != world.width || facts.height != world.height {
        (host.fail)(handle, text("file\0"), -1, -1, text("the facts of the file are not what was asked for\0"));
        return null_mut();
    }
    (host.needs_scratch)(handle, 1 << 20, 0);
    let least = unsafe { (*plain.values.add(1)).integer };
    Box::into_raw(Box::new(Relief { file, least })) as *mut c_void
}
extern "C" fn relief_destroy(instance: *mut c_void) {
    drop(unsafe { Box::from_raw(instance as *mut Relief) });
}
extern "C" fn same_window(_: *const c_void, _: u32, _: u32, tile: *const rect, out: *mut rect) -> i32 {
    unsafe { *out = *tile };
    DONE
}
// The samples of the tile, in scratch memory; None where the engine has said what is wrong.
fn samples_of<'a>(relief: &Relief, job: &'a job) -> Option<&'a [f32]> {
    let cells = (job.tile.width * job.tile.height) as usize;
    let host = unsafe { &*job.host };
    let samples = (host.scratch)(job.handle, 4 * cells as u64) as *mut f32;
    if samples.is_null() || (host.read_file)(job.handle, relief.file, &job.tile, samples, job.tile.width) != 0 {
        return None;
    }
    Some(unsafe { std::slice::from_raw_parts(samples, cells) })
}
fn give_note(job: &job, found: Found) -> i32 {
    unsafe { ((*job.host).note)(job.handle, &found as *const Found as *const c_void, size::<Found>() as u64) };
    DONE
}
extern "C" fn relief_survey(instance: *const c_void, job: *const job) -> i32 {
    let job = unsafe { &*job };
    let Some(samples) = samples_of(unsafe { &*(instance as *const Relief) }, job) else { return FAILED };
    let sum = samples.iter().map(|&sample| sample as i64).sum();
    let highest = samples.iter().map(|&sample| sample as i64).max().unwrap_or(0);
    give_note(job, Found { cells: samples.len() as i64, sum, highest })
}
extern "C" fn relief_merge(_: *const c_void, job: *const job, a: *const blob, b: *const blob) -> i32 {
    let (a, b) = unsafe { (*((*a).bytes as *const Found), *((*b).bytes as *const Found)) };
    let highest = a.highest.max(b.highest);
    give_note(unsafe { &*job }, Found { cells: a.cells + b.cells, sum: a.sum + b.sum, highest })
}
extern "C" fn relief_resolve(instance: *const c_void, job: *const job) -> i32 {
    let (relief, job) = unsafe { (&*(instance as *const Relief), &*job) };
    if job.n_notes != 1 {
        return fail(job, "\0", "there is not one note\0");
    }
    let all = unsafe { *((*job.notes).bytes as *const Found) };
    if all.highest < relief.least {
        return fail(job, "least\0", "no cell of the file is as high\0");
    }
    let bytes = &all as *const Found as *const c_void;
    unsafe { ((*job.host).verdict)(job.handle, EVERY_TILE, bytes, size::<Found>() as u64) };
    DONE
}
extern "C" fn relief_paint(instance: *const c_void, job: *const job) -> i32 {
    let job = unsafe { &*job };
    let Some(samples) = samples_of(unsafe { &*(instance as *const Relief) }, job) else { return FAILED };
    let all = unsafe { *(job.verdict.bytes as *const Found) };
    let mean = (all.sum / all.cells) as f32;
    let to = unsafe { &*job.outputs };
    if to.cells.is_null() {
        return DONE;
    }
    for y in 0..job.tile.height {
        for x in 0..job.tile.width {
            let cell = unsafe { (to.cells as *mut f32).offset((y * to.stride + x) as isize) };
            unsafe { *cell = samples[(y * job.tile.width + x) as usize] - mean };
        }
    }
    DONE
}

extern "C" fn rough_create(_: *const stage, _: *const host, _: *mut c_void, _: *const arrangement) -> *mut c_void {
    Box::into_raw(Box::new(0u8)) as *mut c_void
}
extern "C" fn rough_destroy(instance: *mut c_void) {
    drop(unsafe { Box::from_raw(instance as *mut u8) });
}
extern "C" fn rough_window(_: *const c_void, _: u32, _: u32, tile: *const rect, out: *mut rect) -> i32 {
    let tile = unsafe { *tile };
    unsafe { *out = rect { x: tile.x - 1, y: tile.y - 1, width: tile.width + 2, height: tile.height + 2 } };
    DONE
}
extern "C" fn rough_paint(_: *const c_void, job: *const job) -> i32 {
    let job = unsafe { &*job };
    let (from, to) = unsafe { (&*job.inputs, &*job.outputs.add(1)) };
    let area = from.area;
    let cell = |x: i64, y: i64| unsafe {
        *(from.cells as *const f32).offset(((y - area.y) * from.stride + (x - area.x)) as isize)
    };
    for y in job.tile.y..job.tile.y + job.tile.height {
        for x in job.tile.x..job.tile.x + job.tile.width {
            let mut most = 0f32;
            for j in (y - 1).max(area.y)..(y + 2).min(area.y + area.height) {
                for i in (x - 1).max(area.x)..(x + 2).min(area.x + area.width) {
                    most = most.max((cell(i, j) - cell(x, y)).abs());
                }
            }
            let at = (y - job.tile.y) * to.stride + (x - job.tile.x);
            unsafe { *(to.cells as *mut f32).offset(at as isize) = most };
        }
    }
    DONE
}

fn made_port(direction: u32, kind: u32, name: &'static str, unit: *const c_char) -> *const port {
    kept(port {
        size: size::<port>(),
        direction,
        kinds: 1 << kind,
        flags: 0,
        statistics: 0,
        window_statistics: 0,
        name: text(name),
        doc: text("Cells.\0"),
        unit,
        like_port: null(),
    })
}
fn made_parameter(kind: u32, name: &'static str, integer_maximum: i64) -> *const parameter {
    let mut made: parameter = unsafe { std::mem::zeroed() };
    made.size = size::<parameter>();
    made.kind = kind;
    made.name = text(name);
    made.doc = text("A parameter.\0");
    made.integer_maximum = integer_maximum;
    kept(made)
}

#[no_mangle]
pub extern "C" fn terrawright_plugin_v0(_engine: *const c_void) -> *const c_void {
    let metres = text("m\0");
    let mut relief: stage = unsafe { std::mem::zeroed() };
    relief.size = size::<stage>();
    relief.version = 1;
    relief.revision = 1;
    relief.flags = 2 | 4 | 8; // it surveys, resolves and merges
    relief.id = text("made.relief\0");
    relief.doc = text("Heights out of a file.\0");
    relief.ports = kept([made_port(1, 1, "height\0", metres)]) as *const *const port;
    relief.n_ports = 1;
    relief.parameters = kept([made_parameter(9, "file\0", 0), made_parameter(2, "least\0", 65535)]) as *const *const parameter;
    relief.n_parameters = 2;
    relief.create = Some(relief_create);
    relief.destroy = Some(relief_destroy);
    relief.window = Some(same_window);
    relief.survey = Some(relief_survey);
    relief.merge = Some(relief_merge);
    relief.resolve = Some(relief_resolve);
    relief.paint = Some(relief_paint);

    let mut rough: stage = unsafe { std::mem::zeroed() };
    rough.size = size::<stage>();
    rough.version = 1;
    rough.revision = 1;
    rough.id = text("made.rough\0");
    rough.doc = text("Steps between cells.\0");
    rough.ports = kept([made_port(0, 1, "height\0", null()), made_port(1, 2, "rough\0", metres)]) as *const *const port;
    rough.n_ports = 2;
    rough.create = Some(rough_create);
    rough.destroy = Some(rough_destroy);
    rough.window = Some(rough_window);
    rough.paint = Some(rough_paint);

    kept(plugin {
        size: size::<plugin>(),
        abi_major: 0,
        needs_minor: 2,
        reserved: 0,
        id: text("made.rust\0"),
        version: text("1\0"),
        built_with: null(),
        stages: kept([kept(relief), kept(rough)]) as *const *const stage,
        n_stages: 2,
        deinit: None,
        extension: None,
    }) as *const c_void
}
