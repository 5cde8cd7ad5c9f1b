// SPDX-License-Identifier: Apache-2.0
// A stage in Rust, without a crate: what is higher than a rim is turned upside down, so that mountains become craters.
mod terrawright;

use std::os::raw::c_void;
use terrawright::*;

static HEIGHT: Port = Port {
    direction: PORT_INPUT,
    kinds: 1 << KIND_HEIGHT,
    name: text!("height"),
    doc: text!("Mountains."),
    ..Port::NEW
};
static CRATERS: Port = Port {
    direction: PORT_OUTPUT,
    kinds: 1 << KIND_HEIGHT,
    name: text!("craters"),
    doc: text!("Mountains with craters."),
    like_port: text!("height"),
    ..Port::NEW
};
static RIM: Parameter = Parameter {
    kind: PARAMETER_REAL,
    name: text!("rim"),
    doc: text!("The height of rims, in the unit of the heights."),
    unit: text!(""),
    minimum: f64::NEG_INFINITY,
    maximum: f64::INFINITY,
    fallback: Value { real: 0.5, ..Value::NEW },
    ..Parameter::NEW
};
static STAGE: Stage = Stage {
    version: 1,
    revision: 1,
    id: text!("example.crater"),
    doc: text!("Craters: what is higher than a rim is turned upside down."),
    ports: pointers(&[&HEIGHT, &CRATERS]),
    n_ports: 2,
    parameters: pointers(&[&RIM]),
    n_parameters: 1,
    create: Some(create),
    destroy: Some(destroy),
    window: Some(window),
    paint: Some(paint),
    ..Stage::NEW
};
static PLUGIN: Plugin = Plugin {
    abi_major: ABI_MAJOR,
    abi_minor: ABI_MINOR,
    id: text!("org.example.crater"),
    version: text!("1.0.0"),
    stages: pointers(&[&STAGE]),
    n_stages: 1,
    ..Plugin::NEW
};
entry!(PLUGIN);

struct Crater {
    rim: f32,
}

unsafe extern "C" fn create(
    _: *const Stage,
    _: *const Host,
    _: *mut c_void,
    arrangement: *const Arrangement,
) -> *mut c_void {
    let values = std::slice::from_raw_parts((*arrangement).values, 1);
    Box::into_raw(Box::new(Crater { rim: values[0].real as f32 })) as *mut c_void
}

unsafe extern "C" fn destroy(crater: *mut c_void) {
    drop(Box::from_raw(crater as *mut Crater));
}

// What is higher than the rim is turned upside down.
fn turned(rim: f32, height: f32) -> f32 {
    if height > rim {
        rim - (height - rim)
    } else {
        height
    }
}

// A cell needs the cell of its own place alone.
unsafe extern "C" fn window(_: *const c_void, _: u32, _: u32, tile: *const Rect, out: *mut Rect) -> i32 {
    *out = *tile;
    ANSWER_DONE
}

unsafe extern "C" fn paint(crater: *const c_void, job: *const Job) -> i32 {
    let (crater, job) = (&*(crater as *const Crater), &*job);
    let (from, to) = (&*job.inputs, &*job.outputs.add(1)); // one per port
    if to.cells.is_null() {
        return ANSWER_DONE; // nobody reads the output
    }
    let width = job.tile.width as usize;
    for y in 0..job.tile.height {
        let heights = (from.cells as *const f32).offset((y * from.stride) as isize);
        let craters = (to.cells as *mut f32).offset((y * to.stride) as isize);
        let heights = std::slice::from_raw_parts(heights, width);
        let craters = std::slice::from_raw_parts_mut(craters, width);
        for (to, from) in craters.iter_mut().zip(heights) {
            *to = turned(crater.rim, *from);
        }
    }
    ANSWER_DONE
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_summit_becomes_a_crater() {
        assert_eq!(super::turned(0.5, 0.75), 0.25);
        assert_eq!(super::turned(0.5, 0.5), 0.5);
        assert_eq!(super::turned(0.5, -1.0), -1.0);
    }
}
