// SPDX-License-Identifier: Apache-2.0
// A stage with a halo, in Rust, without a crate: each cell needs its neighbourhood, and says how far.
mod terrawright;

use std::os::raw::c_void;
use terrawright::*;

static HEIGHT: Port = Port {
    direction: PORT_INPUT,
    kinds: 1 << KIND_HEIGHT,
    name: text!("height"),
    doc: text!("Any heights."),
    ..Port::NEW
};
static MEAN: Port = Port {
    direction: PORT_OUTPUT,
    kinds: 1 << KIND_HEIGHT,
    name: text!("height"),
    doc: text!("The means."),
    like_port: text!("height"),
    ..Port::NEW
};
static RADIUS: Parameter = Parameter {
    kind: PARAMETER_INTEGER,
    name: text!("radius"),
    doc: text!("Cells from the middle of the square to its side."),
    unit: text!(""),
    integer_minimum: 0,
    integer_maximum: 64,
    fallback: Value { integer: 2, ..Value::NEW },
    ..Parameter::NEW
};
static STAGE: Stage = Stage {
    version: 1,
    revision: 1,
    id: text!("example.box_mean"),
    doc: text!("The mean of the square around each cell; at the border of what lies on the map."),
    ports: pointers(&[&HEIGHT, &MEAN]),
    n_ports: 2,
    parameters: pointers(&[&RADIUS]),
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
    id: text!("org.example.box_mean"),
    version: text!("1.0.0"),
    stages: pointers(&[&STAGE]),
    n_stages: 1,
    ..Plugin::NEW
};
entry!(PLUGIN);

struct BoxMean {
    radius: i64,
}

unsafe extern "C" fn create(
    _: *const Stage,
    _: *const Host,
    _: *mut c_void,
    arrangement: *const Arrangement,
) -> *mut c_void {
    let values = std::slice::from_raw_parts((*arrangement).values, 1);
    Box::into_raw(Box::new(BoxMean { radius: values[0].integer })) as *mut c_void
}

unsafe extern "C" fn destroy(this: *mut c_void) {
    drop(Box::from_raw(this as *mut BoxMean));
}

// A tile needs what lies up to `radius` cells around it; the engine clips that to the world.
unsafe extern "C" fn window(this: *const c_void, _: u32, _: u32, tile: *const Rect, out: *mut Rect) -> i32 {
    let (radius, tile) = ((*(this as *const BoxMean)).radius, &*tile);
    *out = Rect {
        x: tile.x - radius,
        y: tile.y - radius,
        width: tile.width + 2 * radius,
        height: tile.height + 2 * radius,
    };
    ANSWER_DONE
}

unsafe fn mean_at(from: &View, radius: i64, x: i64, y: i64) -> f32 {
    let seen = &from.area; // the window, clipped to the world
    let (left, right) = ((x - radius).max(seen.x), (x + radius).min(seen.x + seen.width - 1));
    let (top, bottom) = ((y - radius).max(seen.y), (y + radius).min(seen.y + seen.height - 1));
    let (mut sum, mut cells) = (0.0, 0);
    // Row by row in the order of the map, so that every tiling adds in the same order.
    for j in top..=bottom {
        let row = (from.cells as *const f32).offset(((j - seen.y) * from.stride) as isize);
        for i in left..=right {
            sum += f64::from(*row.offset((i - seen.x) as isize));
            cells += 1;
        }
    }
    (sum / f64::from(cells)) as f32
}

unsafe extern "C" fn paint(this: *const c_void, job: *const Job) -> i32 {
    let (radius, job) = ((*(this as *const BoxMean)).radius, &*job);
    let (from, to) = (&*job.inputs, &*job.outputs.add(1)); // one per port
    if to.cells.is_null() {
        return ANSWER_DONE; // nobody reads the output
    }
    for y in 0..job.tile.height {
        let means = (to.cells as *mut f32).offset((y * to.stride) as isize);
        for x in 0..job.tile.width {
            *means.offset(x as isize) = mean_at(from, radius, job.tile.x + x, job.tile.y + y);
        }
    }
    ANSWER_DONE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_cells_share_a_peak() {
        let mut cells = [0f32; 25];
        cells[12] = 9.0;
        let area = Rect { x: 10, y: 20, width: 5, height: 5 };
        let view = View { cells: cells.as_ptr() as *const c_void, stride: 5, area };
        assert_eq!(unsafe { mean_at(&view, 1, 11, 21) }, 1.0);
        assert_eq!(unsafe { mean_at(&view, 1, 10, 20) }, 0.0);
    }
}
