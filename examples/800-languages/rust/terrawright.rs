// SPDX-License-Identifier: Apache-2.0
// Made by scripts/bindings.py from schema/abi.json.
//! The interface of Terrawright, ABI 1.0. What each field means is in terrawright/abi.h.
//!
//! A function of a table that the engine gives has a method of its name, which panics where the engine has no such
//! function. A field with "since" is there only where `size` covers it, or where the plugin needs that minor.
#![allow(unused)]

use std::mem::size_of;
use std::os::raw::{c_char, c_void};
use std::ptr::{null, null_mut};

/// A text that ends in 0, of a literal.
macro_rules! text {
    ($text:expr) => {
        concat!($text, "\0").as_ptr() as *const std::os::raw::c_char
    };
}
pub(crate) use text;

/// The library's entry, which gives a `static` of type `Plugin`.
macro_rules! entry {
    ($plugin:expr) => {
        #[no_mangle]
        pub extern "C" fn terrawright_plugin_v1(
            _engine: *const std::os::raw::c_void,
        ) -> *const std::os::raw::c_void {
            $plugin.given()
        }
    };
}
pub(crate) use entry;

/// The ids that `needs` of a stage lists: `static NEEDS: Ids<1> = Ids([ROUNDS]);` and `NEEDS.0.as_ptr()`.
pub struct Ids<const N: usize>(pub [*const c_char; N]);
unsafe impl<const N: usize> Sync for Ids<N> {}

/// The array of pointers that a descriptor wants.
pub const fn pointers<T>(to: &'static [&'static T]) -> *const *const T {
    to.as_ptr() as *const *const T
}

pub const KIND_HEIGHT: u32 = 1;
pub const KIND_SCALAR: u32 = 2;
pub const KIND_WEIGHT: u32 = 3;
pub const KIND_MASK: u32 = 4;
pub const KIND_CLASS: u32 = 5;
pub const KIND_COUNT: u32 = 6;
pub const KIND_VECTOR: u32 = 7;
pub const KIND_COLOUR: u32 = 8;
pub const KIND_NUMBER: u32 = 9;
pub const KIND_GRID: u32 = 10;
pub const KIND_TEXT: u32 = 11;
pub const KIND_TABLE: u32 = 12;
pub const ANSWER_DONE: i32 = 0;
pub const ANSWER_AGAIN: i32 = 1;
pub const ANSWER_STOPPED: i32 = 2;
pub const ANSWER_FAILED: i32 = 3;
pub const PORT_INPUT: u32 = 0;
pub const PORT_OUTPUT: u32 = 1;
pub const PORT_OPTIONAL: u32 = 1;
pub const PORT_BY_NAME: u32 = 2;
pub const PORT_POINTS: u32 = 4;
pub const PORT_LINES: u32 = 8;
pub const PORT_NODATA: u32 = 256;
pub const PARAMETER_REAL: u32 = 1;
pub const PARAMETER_INTEGER: u32 = 2;
pub const PARAMETER_BOOLEAN: u32 = 3;
pub const PARAMETER_CHOICE: u32 = 4;
pub const PARAMETER_TEXT: u32 = 5;
pub const PARAMETER_PERCENTAGE: u32 = 6;
pub const PARAMETER_LIST: u32 = 7;
pub const PARAMETER_ROWS: u32 = 8;
pub const PARAMETER_FILE: u32 = 9;
pub const PARAMETER_COLOUR: u32 = 10;
pub const PARAMETER_ADVANCED: u32 = 1;
pub const PARAMETER_DEPRECATED: u32 = 2;
pub const READS_CELL: u32 = 1;
pub const READS_LATITUDE: u32 = 2;
pub const READS_RANDOM: u32 = 4;
pub const READS_LONGITUDE: u32 = 8;
pub const WRAP_X: u32 = 1;
pub const WRAP_Y: u32 = 2;
pub const ENCODING_IMAGE: u32 = 0;
pub const ENCODING_U16: u32 = 1;
pub const ENCODING_F32: u32 = 2;
pub const ENCODING_BYTES: u32 = 3;
pub const REQUEST_NODATA: u32 = 1;
pub const REQUEST_FILL: u32 = 2;
pub const FACTS_VALUES: u32 = 1;
pub const FACTS_SCALED: u32 = 2;
pub const FACTS_SIGNED: u32 = 4;
pub const FACTS_UNPLACED: u32 = 8;
pub const SAMPLES_F32: u32 = 1;
pub const PHASE_CREATE: u32 = 0;
pub const PHASE_SURVEY: u32 = 1;
pub const PHASE_RESOLVE: u32 = 2;
pub const PHASE_PAINT: u32 = 3;
pub const PHASE_MERGE: u32 = 4;
pub const PHASE_COMBINE: u32 = 5;
pub const PHASE_SPLIT: u32 = 6;
pub const LOG_DETAIL: u32 = 0;
pub const LOG_INFO: u32 = 1;
pub const STAGE_WHOLE: u32 = 1;
pub const STAGE_SURVEYS: u32 = 2;
pub const STAGE_RESOLVES: u32 = 4;
pub const STAGE_MERGES: u32 = 8;
pub const PLUGIN_SERIAL: u32 = 1;
pub const COLUMN_INTEGERS: u32 = 1;
pub const COLUMN_REALS: u32 = 2;
pub const COLUMN_TEXTS: u32 = 3;
pub const ABI_MAJOR: u32 = 1;
pub const ABI_MINOR: u32 = 0;
pub const COMBINE: *const c_char = text!("combine/1");
pub const ENTRY_SYMBOL: *const c_char = text!("terrawright_plugin_v1");
pub const EVERY_TILE: u64 = 18446744073709551615;
pub const ROUNDS: *const c_char = text!("rounds/1");
pub const TABLES: *const c_char = text!("tables/1");
pub const TEXTS: *const c_char = text!("texts/1");

/// `terrawright_entry`.
pub type Entry = Option<unsafe extern "C" fn(engine: *const Engine) -> *const Plugin>;

/// `terrawright_arrangement` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Arrangement {
    pub size: u32,
    pub reserved: u32,
    pub world: *const WorldFacts,
    pub values: *const Value,
    pub flows: *const *const Flow,
}
impl Arrangement {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        reserved: 0,
        world: null(),
        values: null(),
        flows: null(),
    };
}

/// `terrawright_blob` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Blob {
    pub bytes: *const c_void,
    pub size: u64,
}
impl Blob {
    /// All 0 and NULL.
    pub const NEW: Self = Self {
        bytes: null(),
        size: 0,
    };
}

/// `terrawright_class` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Class {
    pub code: u16,
    pub reserved: u16,
    pub colour: [u8; 4],
    pub name: *const c_char,
    pub glyph: *const c_char,
}
impl Class {
    /// All 0 and NULL.
    pub const NEW: Self = Self {
        code: 0,
        reserved: 0,
        colour: [0; 4],
        name: null(),
        glyph: null(),
    };
}

/// `terrawright_column` of terrawright/ext/tables.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Column {
    pub size: u32,
    pub kind: u32,
    pub name: *const c_char,
    pub unit: *const c_char,
    pub integers: *const i64,
    pub reals: *const f64,
    pub texts: *const *const c_char,
}
impl Column {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        kind: 0,
        name: null(),
        unit: null(),
        integers: null(),
        reals: null(),
        texts: null(),
    };
}

/// `terrawright_combine` of terrawright/ext/combine.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Combine {
    pub size: u32,
    pub reserved: u32,
    pub combine: Option<unsafe extern "C" fn(this: *const c_void, job: *const Job) -> i32>,
    pub split: Option<unsafe extern "C" fn(this: *const c_void, job: *const Job) -> i32>,
}
impl Combine {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        reserved: 0,
        combine: None,
        split: None,
    };
}

/// `terrawright_engine` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Engine {
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub reserved: u32,
    pub version: *const c_char,
    pub path: *const c_char,
    pub handle: *mut c_void,
    pub fail: Option<unsafe extern "C" fn(handle: *mut c_void, text: *const c_char)>,
    pub log: Option<unsafe extern "C" fn(handle: *mut c_void, level: u32, text: *const c_char)>,
}
impl Engine {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        abi_major: 0,
        abi_minor: 0,
        reserved: 0,
        version: null(),
        path: null(),
        handle: null_mut(),
        fail: None,
        log: None,
    };
    pub unsafe fn fail(&self, handle: *mut c_void, text: *const c_char) {
        (self.fail.unwrap())(handle, text)
    }
    pub unsafe fn log(&self, handle: *mut c_void, level: u32, text: *const c_char) {
        (self.log.unwrap())(handle, level, text)
    }
}

/// `terrawright_file_facts` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FileFacts {
    pub size: u32,
    pub bits: u32,
    pub width: i64,
    pub height: i64,
    pub flags: u32,
    pub reserved: u32,
    pub cell_width: f64,
    pub cell_height: f64,
    pub latitude: f64,
    pub bytes: u64,
}
impl FileFacts {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        bits: 0,
        width: 0,
        height: 0,
        flags: 0,
        reserved: 0,
        cell_width: 0.0,
        cell_height: 0.0,
        latitude: 0.0,
        bytes: 0,
    };
}

/// `terrawright_file_request` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FileRequest {
    pub size: u32,
    pub encoding: u32,
    pub flags: u32,
    pub big_endian: u32,
    pub width: i64,
    pub height: i64,
    pub channel: i64,
    pub part: *const c_char,
    pub nodata: f64,
}
impl FileRequest {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        encoding: 0,
        flags: 0,
        big_endian: 0,
        width: 0,
        height: 0,
        channel: 0,
        part: null(),
        nodata: 0.0,
    };
}

/// `terrawright_flow` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Flow {
    pub size: u32,
    pub kind: u32,
    pub unit: *const c_char,
    pub legend: *const Class,
    pub n_legend: u64,
}
impl Flow {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        kind: 0,
        unit: null(),
        legend: null(),
        n_legend: 0,
    };
}

/// `terrawright_host` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Host {
    pub size: u32,
    pub reserved: u32,
    pub fail: Option<
        unsafe extern "C" fn(
            handle: *mut c_void,
            r#where: *const c_char,
            x: i64,
            y: i64,
            text: *const c_char,
        ),
    >,
    pub warn: Option<
        unsafe extern "C" fn(
            handle: *mut c_void,
            r#where: *const c_char,
            x: i64,
            y: i64,
            text: *const c_char,
        ),
    >,
    pub log: Option<unsafe extern "C" fn(handle: *mut c_void, level: u32, text: *const c_char)>,
    pub progress: Option<unsafe extern "C" fn(handle: *mut c_void, share: f64)>,
    pub cancelled: Option<unsafe extern "C" fn(handle: *mut c_void) -> i32>,
    pub extension: Option<
        unsafe extern "C" fn(handle: *mut c_void, id: *const c_char) -> *const c_void,
    >,
    pub stream: Option<unsafe extern "C" fn(handle: *mut c_void, suffix: *const c_char) -> u64>,
    pub set_unit: Option<unsafe extern "C" fn(handle: *mut c_void, port: u32, unit: *const c_char)>,
    pub set_legend: Option<
        unsafe extern "C" fn(handle: *mut c_void, port: u32, entries: *const Class, n_entries: u64),
    >,
    pub needs_memory: Option<unsafe extern "C" fn(handle: *mut c_void, bytes: u64)>,
    pub needs_scratch: Option<
        unsafe extern "C" fn(handle: *mut c_void, bytes: u64, bytes_per_cell: u64),
    >,
    pub depends: Option<unsafe extern "C" fn(handle: *mut c_void, bytes: *const c_void, size: u64)>,
    pub open_file: Option<
        unsafe extern "C" fn(
            handle: *mut c_void,
            parameter: *const c_char,
            request: *const FileRequest,
            facts: *mut FileFacts,
        ) -> i64,
    >,
    pub file_bytes: Option<
        unsafe extern "C" fn(
            handle: *mut c_void,
            file: i64,
            begin: u64,
            size: u64,
            bytes: *mut c_void,
        ) -> i32,
    >,
    pub read_file: Option<
        unsafe extern "C" fn(
            handle: *mut c_void,
            file: i64,
            area: *const Rect,
            kind: u32,
            samples: *mut c_void,
            stride: i64,
        ) -> i32,
    >,
    pub scratch: Option<unsafe extern "C" fn(handle: *mut c_void, bytes: u64) -> *mut c_void>,
    pub note: Option<unsafe extern "C" fn(handle: *mut c_void, bytes: *const c_void, size: u64)>,
    pub verdict: Option<
        unsafe extern "C" fn(handle: *mut c_void, tile: u64, bytes: *const c_void, size: u64),
    >,
    pub parallel: Option<
        unsafe extern "C" fn(
            handle: *mut c_void,
            n: u64,
            body: Option<unsafe extern "C" fn(context: *mut c_void, i: u64) -> i32>,
            context: *mut c_void,
        ) -> i32,
    >,
    pub number: Option<unsafe extern "C" fn(handle: *mut c_void, port: u32, value: f64)>,
    pub grid: Option<
        unsafe extern "C" fn(handle: *mut c_void, port: u32, bytes: *const c_void, size: u64),
    >,
    pub same: Option<unsafe extern "C" fn(handle: *mut c_void, output: u32, input: u32)>,
}
impl Host {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        reserved: 0,
        fail: None,
        warn: None,
        log: None,
        progress: None,
        cancelled: None,
        extension: None,
        stream: None,
        set_unit: None,
        set_legend: None,
        needs_memory: None,
        needs_scratch: None,
        depends: None,
        open_file: None,
        file_bytes: None,
        read_file: None,
        scratch: None,
        note: None,
        verdict: None,
        parallel: None,
        number: None,
        grid: None,
        same: None,
    };
    pub unsafe fn fail(
        &self,
        handle: *mut c_void,
        r#where: *const c_char,
        x: i64,
        y: i64,
        text: *const c_char,
    ) {
        (self.fail.unwrap())(handle, r#where, x, y, text)
    }
    pub unsafe fn warn(
        &self,
        handle: *mut c_void,
        r#where: *const c_char,
        x: i64,
        y: i64,
        text: *const c_char,
    ) {
        (self.warn.unwrap())(handle, r#where, x, y, text)
    }
    pub unsafe fn log(&self, handle: *mut c_void, level: u32, text: *const c_char) {
        (self.log.unwrap())(handle, level, text)
    }
    pub unsafe fn progress(&self, handle: *mut c_void, share: f64) {
        (self.progress.unwrap())(handle, share)
    }
    pub unsafe fn cancelled(&self, handle: *mut c_void) -> i32 {
        (self.cancelled.unwrap())(handle)
    }
    pub unsafe fn extension(&self, handle: *mut c_void, id: *const c_char) -> *const c_void {
        (self.extension.unwrap())(handle, id)
    }
    pub unsafe fn stream(&self, handle: *mut c_void, suffix: *const c_char) -> u64 {
        (self.stream.unwrap())(handle, suffix)
    }
    pub unsafe fn set_unit(&self, handle: *mut c_void, port: u32, unit: *const c_char) {
        (self.set_unit.unwrap())(handle, port, unit)
    }
    pub unsafe fn set_legend(
        &self,
        handle: *mut c_void,
        port: u32,
        entries: *const Class,
        n_entries: u64,
    ) {
        (self.set_legend.unwrap())(handle, port, entries, n_entries)
    }
    pub unsafe fn needs_memory(&self, handle: *mut c_void, bytes: u64) {
        (self.needs_memory.unwrap())(handle, bytes)
    }
    pub unsafe fn needs_scratch(&self, handle: *mut c_void, bytes: u64, bytes_per_cell: u64) {
        (self.needs_scratch.unwrap())(handle, bytes, bytes_per_cell)
    }
    pub unsafe fn depends(&self, handle: *mut c_void, bytes: *const c_void, size: u64) {
        (self.depends.unwrap())(handle, bytes, size)
    }
    pub unsafe fn open_file(
        &self,
        handle: *mut c_void,
        parameter: *const c_char,
        request: *const FileRequest,
        facts: *mut FileFacts,
    ) -> i64 {
        (self.open_file.unwrap())(handle, parameter, request, facts)
    }
    pub unsafe fn file_bytes(
        &self,
        handle: *mut c_void,
        file: i64,
        begin: u64,
        size: u64,
        bytes: *mut c_void,
    ) -> i32 {
        (self.file_bytes.unwrap())(handle, file, begin, size, bytes)
    }
    pub unsafe fn read_file(
        &self,
        handle: *mut c_void,
        file: i64,
        area: *const Rect,
        kind: u32,
        samples: *mut c_void,
        stride: i64,
    ) -> i32 {
        (self.read_file.unwrap())(handle, file, area, kind, samples, stride)
    }
    pub unsafe fn scratch(&self, handle: *mut c_void, bytes: u64) -> *mut c_void {
        (self.scratch.unwrap())(handle, bytes)
    }
    pub unsafe fn note(&self, handle: *mut c_void, bytes: *const c_void, size: u64) {
        (self.note.unwrap())(handle, bytes, size)
    }
    pub unsafe fn verdict(&self, handle: *mut c_void, tile: u64, bytes: *const c_void, size: u64) {
        (self.verdict.unwrap())(handle, tile, bytes, size)
    }
    pub unsafe fn parallel(
        &self,
        handle: *mut c_void,
        n: u64,
        body: Option<unsafe extern "C" fn(context: *mut c_void, i: u64) -> i32>,
        context: *mut c_void,
    ) -> i32 {
        (self.parallel.unwrap())(handle, n, body, context)
    }
    pub unsafe fn number(&self, handle: *mut c_void, port: u32, value: f64) {
        (self.number.unwrap())(handle, port, value)
    }
    pub unsafe fn grid(&self, handle: *mut c_void, port: u32, bytes: *const c_void, size: u64) {
        (self.grid.unwrap())(handle, port, bytes, size)
    }
    pub unsafe fn same(&self, handle: *mut c_void, output: u32, input: u32) {
        (self.same.unwrap())(handle, output, input)
    }
}

/// `terrawright_job` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Job {
    pub size: u32,
    pub phase: u32,
    pub round: u64,
    pub host: *const Host,
    pub handle: *mut c_void,
    pub world: *const WorldFacts,
    pub numbers: *const f64,
    pub grids: *const Blob,
    pub statistics: *const Statistics,
    pub verdict: Blob,
    pub tile: Rect,
    pub tile_index: u64,
    pub inputs: *const View,
    pub outputs: *const Target,
    pub window_statistics: *const Statistics,
    pub own_verdict: Blob,
    pub notes: *const Blob,
    pub note_tiles: *const u64,
    pub n_notes: u64,
    pub tiles: *const Rect,
    pub n_tiles: u64,
}
impl Job {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        phase: 0,
        round: 0,
        host: null(),
        handle: null_mut(),
        world: null(),
        numbers: null(),
        grids: null(),
        statistics: null(),
        verdict: Blob::NEW,
        tile: Rect::NEW,
        tile_index: 0,
        inputs: null(),
        outputs: null(),
        window_statistics: null(),
        own_verdict: Blob::NEW,
        notes: null(),
        note_tiles: null(),
        n_notes: 0,
        tiles: null(),
        n_tiles: 0,
    };
}

/// `terrawright_parameter` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Parameter {
    pub size: u32,
    pub kind: u32,
    pub flags: u32,
    pub item_kind: u32,
    pub name: *const c_char,
    pub doc: *const c_char,
    pub unit: *const c_char,
    pub word: *const c_char,
    pub minimum: f64,
    pub maximum: f64,
    pub integer_minimum: i64,
    pub integer_maximum: i64,
    pub choices: *const *const c_char,
    pub choice_docs: *const *const c_char,
    pub n_choices: u64,
    pub columns: *const *const Parameter,
    pub n_columns: u64,
    pub fallback: Value,
}
impl Parameter {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        kind: 0,
        flags: 0,
        item_kind: 0,
        name: null(),
        doc: null(),
        unit: null(),
        word: null(),
        minimum: 0.0,
        maximum: 0.0,
        integer_minimum: 0,
        integer_maximum: 0,
        choices: null(),
        choice_docs: null(),
        n_choices: 0,
        columns: null(),
        n_columns: 0,
        fallback: Value::NEW,
    };
}

/// `terrawright_plugin` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Plugin {
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub flags: u32,
    pub id: *const c_char,
    pub version: *const c_char,
    pub built_with: *const c_char,
    pub stages: *const *const Stage,
    pub n_stages: u64,
    pub deinit: Option<unsafe extern "C" fn()>,
    pub extension: Option<unsafe extern "C" fn(id: *const c_char) -> *const c_void>,
    pub build: *const c_char,
}
impl Plugin {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        abi_major: 0,
        abi_minor: 0,
        flags: 0,
        id: null(),
        version: null(),
        built_with: null(),
        stages: null(),
        n_stages: 0,
        deinit: None,
        extension: None,
        build: null(),
    };
    pub fn given(&'static self) -> *const c_void {
        self as *const Self as *const c_void
    }
}

/// `terrawright_point` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}
impl Point {
    /// All 0 and NULL.
    pub const NEW: Self = Self {
        x: 0.0,
        y: 0.0,
    };
}

/// `terrawright_port` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Port {
    pub size: u32,
    pub direction: u32,
    pub kinds: u64,
    pub flags: u32,
    pub reserved: u32,
    pub statistics: u32,
    pub window_statistics: u32,
    pub name: *const c_char,
    pub doc: *const c_char,
    pub unit: *const c_char,
    pub like_port: *const c_char,
}
impl Port {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        direction: 0,
        kinds: 0,
        flags: 0,
        reserved: 0,
        statistics: 0,
        window_statistics: 0,
        name: null(),
        doc: null(),
        unit: null(),
        like_port: null(),
    };
}

/// `terrawright_rect` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Rect {
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
}
impl Rect {
    /// All 0 and NULL.
    pub const NEW: Self = Self {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
    };
}

/// `terrawright_rounds` of terrawright/ext/rounds.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Rounds {
    pub size: u32,
    pub reserved: u32,
    pub carry: Option<unsafe extern "C" fn(handle: *mut c_void, bytes: *const c_void, size: u64)>,
    pub carried: Option<unsafe extern "C" fn(handle: *mut c_void, out: *mut Blob)>,
    pub visit: Option<unsafe extern "C" fn(handle: *mut c_void, tile: u64)>,
}
impl Rounds {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        reserved: 0,
        carry: None,
        carried: None,
        visit: None,
    };
    pub unsafe fn carry(&self, handle: *mut c_void, bytes: *const c_void, size: u64) {
        (self.carry.unwrap())(handle, bytes, size)
    }
    pub unsafe fn carried(&self, handle: *mut c_void, out: *mut Blob) {
        (self.carried.unwrap())(handle, out)
    }
    pub unsafe fn visit(&self, handle: *mut c_void, tile: u64) {
        (self.visit.unwrap())(handle, tile)
    }
}

/// `terrawright_stage` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Stage {
    pub size: u32,
    pub version: u32,
    pub revision: u32,
    pub flags: u32,
    pub reads: u32,
    pub reserved: u32,
    pub id: *const c_char,
    pub doc: *const c_char,
    pub source: *const c_char,
    pub example: *const c_char,
    pub data: *mut c_void,
    pub ports: *const *const Port,
    pub n_ports: u64,
    pub parameters: *const *const Parameter,
    pub n_parameters: u64,
    pub needs: *const *const c_char,
    pub n_needs: u64,
    pub extension: Option<
        unsafe extern "C" fn(stage: *const Stage, id: *const c_char) -> *const c_void,
    >,
    pub create: Option<
        unsafe extern "C" fn(
            stage: *const Stage,
            host: *const Host,
            handle: *mut c_void,
            arrangement: *const Arrangement,
        ) -> *mut c_void,
    >,
    pub destroy: Option<unsafe extern "C" fn(this: *mut c_void)>,
    pub window: Option<
        unsafe extern "C" fn(
            this: *const c_void,
            phase: u32,
            port: u32,
            tile: *const Rect,
            out: *mut Rect,
        ) -> i32,
    >,
    pub survey: Option<unsafe extern "C" fn(this: *const c_void, job: *const Job) -> i32>,
    pub merge: Option<
        unsafe extern "C" fn(
            this: *const c_void,
            job: *const Job,
            a: *const Blob,
            b: *const Blob,
        ) -> i32,
    >,
    pub resolve: Option<unsafe extern "C" fn(this: *const c_void, job: *const Job) -> i32>,
    pub paint: Option<unsafe extern "C" fn(this: *const c_void, job: *const Job) -> i32>,
}
impl Stage {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        version: 0,
        revision: 0,
        flags: 0,
        reads: 0,
        reserved: 0,
        id: null(),
        doc: null(),
        source: null(),
        example: null(),
        data: null_mut(),
        ports: null(),
        n_ports: 0,
        parameters: null(),
        n_parameters: 0,
        needs: null(),
        n_needs: 0,
        extension: None,
        create: None,
        destroy: None,
        window: None,
        survey: None,
        merge: None,
        resolve: None,
        paint: None,
    };
}

/// `terrawright_statistics` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Statistics {
    pub minimum: f64,
    pub maximum: f64,
    pub nans: u64,
}
impl Statistics {
    /// All 0 and NULL.
    pub const NEW: Self = Self {
        minimum: 0.0,
        maximum: 0.0,
        nans: 0,
    };
}

/// `terrawright_table` of terrawright/ext/tables.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Table {
    pub size: u32,
    pub reserved: u32,
    pub n_columns: u64,
    pub n_rows: u64,
    pub columns: *const *const Column,
    pub points: *const Point,
    pub ends: *const u64,
}
impl Table {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        reserved: 0,
        n_columns: 0,
        n_rows: 0,
        columns: null(),
        points: null(),
        ends: null(),
    };
}

/// `terrawright_tables` of terrawright/ext/tables.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Tables {
    pub size: u32,
    pub reserved: u32,
    pub table: Option<unsafe extern "C" fn(handle: *mut c_void, port: u32, table: *const Table)>,
    pub input: Option<unsafe extern "C" fn(handle: *mut c_void, port: u32) -> *const Table>,
}
impl Tables {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        reserved: 0,
        table: None,
        input: None,
    };
    pub unsafe fn table(&self, handle: *mut c_void, port: u32, table: *const Table) {
        (self.table.unwrap())(handle, port, table)
    }
    pub unsafe fn input(&self, handle: *mut c_void, port: u32) -> *const Table {
        (self.input.unwrap())(handle, port)
    }
}

/// `terrawright_target` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Target {
    pub cells: *mut c_void,
    pub stride: i64,
    pub area: Rect,
}
impl Target {
    /// All 0 and NULL.
    pub const NEW: Self = Self {
        cells: null_mut(),
        stride: 0,
        area: Rect::NEW,
    };
}

/// `terrawright_texts` of terrawright/ext/texts.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Texts {
    pub size: u32,
    pub reserved: u32,
    pub text: Option<
        unsafe extern "C" fn(handle: *mut c_void, port: u32, bytes: *const c_char, size: u64),
    >,
}
impl Texts {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        reserved: 0,
        text: None,
    };
    pub unsafe fn text(&self, handle: *mut c_void, port: u32, bytes: *const c_char, size: u64) {
        (self.text.unwrap())(handle, port, bytes, size)
    }
}

/// `terrawright_value` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Value {
    pub is_word: u32,
    pub reserved: u32,
    pub real: f64,
    pub integer: i64,
    pub text: *const c_char,
    pub items: *const Value,
    pub n_items: u64,
}
impl Value {
    /// All 0 and NULL.
    pub const NEW: Self = Self {
        is_word: 0,
        reserved: 0,
        real: 0.0,
        integer: 0,
        text: null(),
        items: null(),
        n_items: 0,
    };
}

/// `terrawright_view` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct View {
    pub cells: *const c_void,
    pub stride: i64,
    pub area: Rect,
}
impl View {
    /// All 0 and NULL.
    pub const NEW: Self = Self {
        cells: null(),
        stride: 0,
        area: Rect::NEW,
    };
}

/// `terrawright_world_facts` of terrawright/abi.h.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct WorldFacts {
    pub size: u32,
    pub wrap: u32,
    pub width: i64,
    pub height: i64,
    pub cell: f64,
    pub latitude: f64,
    pub longitude: f64,
}
impl WorldFacts {
    /// All 0 and NULL but for its size.
    pub const NEW: Self = Self {
        size: size_of::<Self>() as u32,
        wrap: 0,
        width: 0,
        height: 0,
        cell: 0.0,
        latitude: 0.0,
        longitude: 0.0,
    };
}

// A plugin's descriptors stay unchanged until its end, so that threads share them.
unsafe impl Sync for Combine {}
unsafe impl Sync for Parameter {}
unsafe impl Sync for Plugin {}
unsafe impl Sync for Port {}
unsafe impl Sync for Rounds {}
unsafe impl Sync for Stage {}
unsafe impl Sync for Tables {}
unsafe impl Sync for Texts {}
unsafe impl Sync for Value {}

const fn size_of_pointed<T>(_: *const T) -> usize {
    size_of::<T>()
}
// Each byte of `numbers` is its own offset, modulo 256, and a field is where its first byte says.
macro_rules! layout {
    ($type:ident is $size:literal: $($field:ident at $offset:literal of $bytes:literal),*) => {
        #[cfg(target_pointer_width = "64")]
        const _: () = {
            #[repr(C)]
            union Numbered {
                numbers: [u8; $size],
                it: $type,
            }
            assert!(size_of::<$type>() == $size);
            let mut numbers = [0; $size];
            let mut i = 0;
            while i < $size {
                numbers[i] = (i % 256) as u8;
                i += 1;
            }
            let numbered = Numbered { numbers };
            $(
                let field = unsafe { std::ptr::addr_of!(numbered.it.$field) };
                assert!(unsafe { *(field as *const u8) } == ($offset % 256) as u8);
                assert!(size_of_pointed(field) == $bytes);
            )*
        };
    };
}
layout!(Arrangement is 32:
    size at 0 of 4, reserved at 4 of 4, world at 8 of 8, values at 16 of 8, flows at 24 of 8
);
layout!(Blob is 16:
    bytes at 0 of 8, size at 8 of 8
);
layout!(Class is 24:
    code at 0 of 2, reserved at 2 of 2, colour at 4 of 4, name at 8 of 8, glyph at 16 of 8
);
layout!(Column is 48:
    size at 0 of 4, kind at 4 of 4, name at 8 of 8, unit at 16 of 8, integers at 24 of 8,
    reals at 32 of 8, texts at 40 of 8
);
layout!(Combine is 24:
    size at 0 of 4, reserved at 4 of 4, combine at 8 of 8, split at 16 of 8
);
layout!(Engine is 56:
    size at 0 of 4, abi_major at 4 of 4, abi_minor at 8 of 4, reserved at 12 of 4,
    version at 16 of 8, path at 24 of 8, handle at 32 of 8, fail at 40 of 8, log at 48 of 8
);
layout!(FileFacts is 64:
    size at 0 of 4, bits at 4 of 4, width at 8 of 8, height at 16 of 8, flags at 24 of 4,
    reserved at 28 of 4, cell_width at 32 of 8, cell_height at 40 of 8, latitude at 48 of 8,
    bytes at 56 of 8
);
layout!(FileRequest is 56:
    size at 0 of 4, encoding at 4 of 4, flags at 8 of 4, big_endian at 12 of 4, width at 16 of 8,
    height at 24 of 8, channel at 32 of 8, part at 40 of 8, nodata at 48 of 8
);
layout!(Flow is 32:
    size at 0 of 4, kind at 4 of 4, unit at 8 of 8, legend at 16 of 8, n_legend at 24 of 8
);
layout!(Host is 184:
    size at 0 of 4, reserved at 4 of 4, fail at 8 of 8, warn at 16 of 8, log at 24 of 8,
    progress at 32 of 8, cancelled at 40 of 8, extension at 48 of 8, stream at 56 of 8,
    set_unit at 64 of 8, set_legend at 72 of 8, needs_memory at 80 of 8, needs_scratch at 88 of 8,
    depends at 96 of 8, open_file at 104 of 8, file_bytes at 112 of 8, read_file at 120 of 8,
    scratch at 128 of 8, note at 136 of 8, verdict at 144 of 8, parallel at 152 of 8,
    number at 160 of 8, grid at 168 of 8, same at 176 of 8
);
layout!(Job is 200:
    size at 0 of 4, phase at 4 of 4, round at 8 of 8, host at 16 of 8, handle at 24 of 8,
    world at 32 of 8, numbers at 40 of 8, grids at 48 of 8, statistics at 56 of 8,
    verdict at 64 of 16, tile at 80 of 32, tile_index at 112 of 8, inputs at 120 of 8,
    outputs at 128 of 8, window_statistics at 136 of 8, own_verdict at 144 of 16, notes at 160 of 8,
    note_tiles at 168 of 8, n_notes at 176 of 8, tiles at 184 of 8, n_tiles at 192 of 8
);
layout!(Parameter is 168:
    size at 0 of 4, kind at 4 of 4, flags at 8 of 4, item_kind at 12 of 4, name at 16 of 8,
    doc at 24 of 8, unit at 32 of 8, word at 40 of 8, minimum at 48 of 8, maximum at 56 of 8,
    integer_minimum at 64 of 8, integer_maximum at 72 of 8, choices at 80 of 8,
    choice_docs at 88 of 8, n_choices at 96 of 8, columns at 104 of 8, n_columns at 112 of 8,
    fallback at 120 of 48
);
layout!(Plugin is 80:
    size at 0 of 4, abi_major at 4 of 4, abi_minor at 8 of 4, flags at 12 of 4, id at 16 of 8,
    version at 24 of 8, built_with at 32 of 8, stages at 40 of 8, n_stages at 48 of 8,
    deinit at 56 of 8, extension at 64 of 8, build at 72 of 8
);
layout!(Point is 16:
    x at 0 of 8, y at 8 of 8
);
layout!(Port is 64:
    size at 0 of 4, direction at 4 of 4, kinds at 8 of 8, flags at 16 of 4, reserved at 20 of 4,
    statistics at 24 of 4, window_statistics at 28 of 4, name at 32 of 8, doc at 40 of 8,
    unit at 48 of 8, like_port at 56 of 8
);
layout!(Rect is 32:
    x at 0 of 8, y at 8 of 8, width at 16 of 8, height at 24 of 8
);
layout!(Rounds is 32:
    size at 0 of 4, reserved at 4 of 4, carry at 8 of 8, carried at 16 of 8, visit at 24 of 8
);
layout!(Stage is 176:
    size at 0 of 4, version at 4 of 4, revision at 8 of 4, flags at 12 of 4, reads at 16 of 4,
    reserved at 20 of 4, id at 24 of 8, doc at 32 of 8, source at 40 of 8, example at 48 of 8,
    data at 56 of 8, ports at 64 of 8, n_ports at 72 of 8, parameters at 80 of 8,
    n_parameters at 88 of 8, needs at 96 of 8, n_needs at 104 of 8, extension at 112 of 8,
    create at 120 of 8, destroy at 128 of 8, window at 136 of 8, survey at 144 of 8,
    merge at 152 of 8, resolve at 160 of 8, paint at 168 of 8
);
layout!(Statistics is 24:
    minimum at 0 of 8, maximum at 8 of 8, nans at 16 of 8
);
layout!(Table is 48:
    size at 0 of 4, reserved at 4 of 4, n_columns at 8 of 8, n_rows at 16 of 8, columns at 24 of 8,
    points at 32 of 8, ends at 40 of 8
);
layout!(Tables is 24:
    size at 0 of 4, reserved at 4 of 4, table at 8 of 8, input at 16 of 8
);
layout!(Target is 48:
    cells at 0 of 8, stride at 8 of 8, area at 16 of 32
);
layout!(Texts is 16:
    size at 0 of 4, reserved at 4 of 4, text at 8 of 8
);
layout!(Value is 48:
    is_word at 0 of 4, reserved at 4 of 4, real at 8 of 8, integer at 16 of 8, text at 24 of 8,
    items at 32 of 8, n_items at 40 of 8
);
layout!(View is 48:
    cells at 0 of 8, stride at 8 of 8, area at 16 of 32
);
layout!(WorldFacts is 48:
    size at 0 of 4, wrap at 4 of 4, width at 8 of 8, height at 16 of 8, cell at 24 of 8,
    latitude at 32 of 8, longitude at 40 of 8
);
