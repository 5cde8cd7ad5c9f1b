# SPDX-License-Identifier: Apache-2.0
"""Bindings of the interface for Rust and C#, of schema/abi.json alone.

bindings.py          writes examples/800-languages/rust/terrawright.rs and examples/800-languages/csharp/Terrawright.cs
bindings.py --check  says whether they are what it would write
"""
import json
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
ABI = ROOT / "schema" / "abi.json"
FOLDER = ROOT / "examples" / "800-languages"
PREFIX = "terrawright_"
WIDTH = 100

RUST_NUMBERS = {"uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "int8_t": "i8",
                "int16_t": "i16", "int32_t": "i32", "int64_t": "i64", "float": "f32", "double": "f64",
                "size_t": "usize", "void": "c_void", "char": "c_char"}
CSHARP_NUMBERS = {"uint8_t": "byte", "uint16_t": "ushort", "uint32_t": "uint", "uint64_t": "ulong", "int8_t": "sbyte",
                  "int16_t": "short", "int32_t": "int", "int64_t": "long", "float": "float", "double": "double",
                  "size_t": "UIntPtr", "void": "void", "char": "byte"}
RUST_WORDS = set("""as async await box break const continue dyn else enum extern fn for if impl in let loop match mod
    move mut pub ref return static struct trait type union unsafe use where while yield""".split())
CSHARP_WORDS = set("""abstract as base bool break byte case catch char checked class const continue decimal default
    delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int
    interface internal is lock long namespace new null object operator out override params private protected public
    readonly ref return sbyte sealed short sizeof static string struct switch this throw true try typeof uint ulong
    unchecked unsafe ushort using virtual void volatile while""".split())


def camel(name):
    return "".join(part.capitalize() for part in name.removeprefix(PREFIX).split("_"))


def constant(name):
    return name.removeprefix(PREFIX.upper())


def is_function(thing):
    return "parameters" in thing


# "const terrawright_flow *const *": what it is of; for each pointer, whether what it points to is constant; how many.
def parsed(text):
    text, _, count = text.partition("[")
    base, *pointers = text.replace("struct ", "").replace("enum ", "").split("*")
    constant_so_far, levels = "const" in base.split(), []
    for after in pointers:
        levels.append(constant_so_far)
        constant_so_far = "const" in after.split()
    return " ".join(word for word in base.split() if word != "const"), levels, int(count[:-1]) if count else None


# Answers are what functions return; all other constants are in fields and arguments of no sign.
def kind_of(name, value, signed, unsigned, long):
    return signed if value < 0 or name.startswith("TERRAWRIGHT_ANSWER_") else unsigned if value < 2 ** 32 else long


class Interface:
    def __init__(self, facts):
        self.structs, self.typedefs = facts["structs"], facts["typedefs"]
        self.constants = {**facts["enumerators"], **facts["macros"]}
        self.abi, self.entry_symbol = facts["abi"], facts["macros"]["TERRAWRIGHT_ENTRY_SYMBOL"]
        self.first = facts["abi"].split(".")[0] + ".0"
        self.plugin = parsed(self.typedefs["terrawright_entry"]["returns"])[0]

    def named_in(self, thing):
        if is_function(thing):
            inside = [{"type": thing["returns"]}, *thing["parameters"]]
            return {name for one in inside for name in self.named_in(one)}
        return {parsed(thing["type"])[0]} & self.structs.keys()

    # Static data of a plugin's author: the plugin, structs that nothing else here names, and their targets.
    def static(self):
        named = {name: {other for field in struct["fields"] for other in self.named_in(field)} - {name}
                 for name, struct in self.structs.items()}
        everywhere = set().union(*named.values(), *(self.named_in(typedef) for typedef in self.typedefs.values()))
        found, open_ = set(), {self.plugin} | (self.structs.keys() - everywhere)
        while open_:
            name = open_.pop()
            found.add(name)
            for field in self.structs[name]["fields"]:
                if not is_function(field):
                    open_ |= self.named_in(field) - found
        return found

    # Functions that are called with their owner's handle: a table that the engine gives.
    def called_by_handle(self, name):
        functions = [field for field in self.structs[name]["fields"] if is_function(field)]
        by_handle = all(field["parameters"] and field["parameters"][0]["name"] == "handle" for field in functions)
        return functions if by_handle else []


# ---- Rust

def rust_name(name):
    return "this" if name == "self" else f"r#{name}" if name in RUST_WORDS else name


def rust_type(thing, interface):
    if is_function(thing):
        return f"Option<{rust_function(thing, interface)}>"
    base, levels, count = parsed(thing["type"])
    text = RUST_NUMBERS.get(base) or camel(base)
    for is_constant in levels:
        text = f"*{'const' if is_constant else 'mut'} {text}"
    return f"[{text}; {count}]" if count else text


def rust_answer(thing, interface):
    answer = rust_type({"type": thing["returns"]}, interface)
    return "" if answer == "c_void" else f" -> {answer}"


def rust_arguments(thing, interface):
    return [f"{rust_name(one['name'])}: {rust_type(one, interface)}" for one in thing["parameters"]]


def rust_function(thing, interface):
    return f'unsafe extern "C" fn({", ".join(rust_arguments(thing, interface))}){rust_answer(thing, interface)}'


# Items on lines as full as they can be; none is broken.
def packed(indent, items):
    text = ", ".join(item.replace(" ", "\xa0") for item in items)
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent).replace("\xa0", " ").splitlines()


# A list on one line, or with a line for each of its items.
def listed(indent, head, items, tail, width=WIDTH):
    line = f"{indent}{head}{', '.join(items)}{tail}"
    if len(line) <= width:
        return [line]
    return [f"{indent}{head}", *(f"{indent}    {item}," for item in items), f"{indent}{tail}"]


def rust_field(field, interface):
    indent, name = "    ", rust_name(field["name"])
    line = f"{indent}pub {name}: {rust_type(field, interface)},"
    if len(line) <= WIDTH:
        return [line]
    function = listed(indent + "    ", 'unsafe extern "C" fn(', rust_arguments(field, interface),
                      f"){rust_answer(field, interface)},")
    return [f"{indent}pub {name}: Option<", *function, f"{indent}>,"]


def rust_zero(field, interface):
    if is_function(field):
        return "None"
    base, levels, count = parsed(field["type"])
    if levels:
        zero = "null()" if levels[-1] else "null_mut()"
    elif base in interface.structs:
        zero = f"{camel(base)}::NEW"
    elif is_function(interface.typedefs.get(base, {})):
        zero = "None"
    else:
        zero = "0.0" if base in ("float", "double") else "0"
    return f"[{zero}; {count}]" if count else zero


def rust_struct(name, struct, interface):
    own = camel(name)
    lines = [f"/// `{name}` of {struct['header']}.", "#[repr(C)]", "#[derive(Clone, Copy)]", f"pub struct {own} {{"]
    for field in struct["fields"]:
        if field["since"] != interface.first:
            lines.append(f"    /// Since {field['since']}.")
        lines += rust_field(field, interface)
    lines += ["}", f"impl {own} {{"]
    lines += ["    /// All 0 and NULL." if struct["leaf"] else "    /// All 0 and NULL but for its size."]
    lines += ["    pub const NEW: Self = Self {"]
    for field in struct["fields"]:
        is_size = field["name"] == "size" and not struct["leaf"]
        zero = "size_of::<Self>() as u32" if is_size else rust_zero(field, interface)
        lines.append(f"        {rust_name(field['name'])}: {zero},")
    lines.append("    };")
    for field in interface.called_by_handle(name):
        arguments = ", ".join(rust_name(one["name"]) for one in field["parameters"])
        head = f"pub unsafe fn {rust_name(field['name'])}("
        tail = f"){rust_answer(field, interface)} {{"
        lines += listed("    ", head, ["&self", *rust_arguments(field, interface)], tail)
        lines += [f"        (self.{rust_name(field['name'])}.unwrap())({arguments})", "    }"]
    if name == interface.plugin:
        lines += ["    pub fn given(&'static self) -> *const c_void {",
                  "        self as *const Self as *const c_void", "    }"]
    return [*lines, "}"]


RUST_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Made by scripts/bindings.py from schema/abi.json.
//! The interface of Terrawright, ABI {abi}. What each field means is in terrawright/abi.h.
//!
//! A function of a table that the engine gives has a method of its name, which panics where the engine has no such
//! function. A field with "since" is there only where `size` covers it, or where the plugin needs that minor.
#![allow(unused)]

use std::mem::size_of;
use std::os::raw::{{c_char, c_void}};
use std::ptr::{{null, null_mut}};

/// A text that ends in 0, of a literal.
macro_rules! text {{
    ($text:expr) => {{
        concat!($text, "\\0").as_ptr() as *const std::os::raw::c_char
    }};
}}
pub(crate) use text;

/// The library's entry, which gives a `static` of type `{plugin}`.
macro_rules! entry {{
    ($plugin:expr) => {{
        #[no_mangle]
        pub extern "C" fn {symbol}(
            _engine: *const std::os::raw::c_void,
        ) -> *const std::os::raw::c_void {{
            $plugin.given()
        }}
    }};
}}
pub(crate) use entry;

/// The ids that `needs` of a stage lists: `static NEEDS: Ids<1> = Ids([ROUNDS]);` and `NEEDS.0.as_ptr()`.
pub struct Ids<const N: usize>(pub [*const c_char; N]);
unsafe impl<const N: usize> Sync for Ids<N> {{}}

/// The array of pointers that a descriptor wants.
pub const fn pointers<T>(to: &'static [&'static T]) -> *const *const T {{
    to.as_ptr() as *const *const T
}}
"""

RUST_LAYOUT = """\
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
"""


def rust(interface):
    head = RUST_HEAD.format(abi=interface.abi, symbol=interface.entry_symbol, plugin=camel(interface.plugin))
    lines = head.splitlines() + [""]
    for name, value in interface.constants.items():
        if isinstance(value, str):
            lines.append(f"pub const {constant(name)}: *const c_char = text!({json.dumps(value)});")
        else:
            lines.append(f"pub const {constant(name)}: {kind_of(name, value, 'i32', 'u32', 'u64')} = {value};")
    for name, typedef in interface.typedefs.items():
        if typedef["type"].startswith("struct "):
            lines += ["", f"/// `{name}`, into which nobody looks.", "#[repr(C)]", f"pub struct {camel(name)} {{",
                      "    _unknown: [u8; 0],", "}"]
        else:
            kind = "u32" if typedef["type"].startswith("enum ") else rust_type(typedef, interface)
            lines += ["", f"/// `{name}`.", f"pub type {camel(name)} = {kind};"]
    for name, struct in interface.structs.items():
        lines += ["", *rust_struct(name, struct, interface)]
    lines += ["", "// A plugin's descriptors stay unchanged until its end, so that threads share them."]
    lines += [f"unsafe impl Sync for {camel(name)} {{}}" for name in sorted(interface.static())]
    lines += ["", *RUST_LAYOUT.splitlines()]
    for name, struct in interface.structs.items():
        fields = [f"{rust_name(field['name'])} at {field['offset']} of {field['bytes']}" for field in struct["fields"]]
        lines += [f"layout!({camel(name)} is {struct['size']}:", *packed("    ", fields), ");"]
    return "\n".join(lines) + "\n"


# ---- C#

def csharp_name(name):
    return f"@{name}" if name in CSHARP_WORDS else name


# `delegate`: the name that a function's type has.
def csharp_type(thing, delegate, interface):
    if is_function(thing):
        return delegate
    base, levels, count = parsed(thing["type"])
    typedef = interface.typedefs.get(base)
    if levels:
        text = "IntPtr"
    elif typedef and not is_function(typedef):
        text = "uint" if typedef["type"].startswith("enum ") else csharp_type(typedef, delegate, interface)
    else:
        text = CSHARP_NUMBERS.get(base) or camel(base)
    return f"{text}[]" if count else text


def csharp_delegate(name, thing, interface):
    lines, arguments = [], []
    for one in thing["parameters"]:
        own = name + camel(one["name"])
        if is_function(one):
            lines += csharp_delegate(own, one, interface)
        arguments.append(f"{csharp_type(one, own, interface)} {csharp_name(one['name'])}")
    answer = csharp_type({"type": thing["returns"]}, "", interface)
    return [*lines, "    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]",
            *listed("    ", f"public delegate {answer} {name}(", arguments, ");", 120)]


# C# has no comma after the last argument.
def without_last_comma(lines):
    return [re.sub(r",$", "", line) if following.strip() == ");" else line
            for line, following in zip(lines, [*lines[1:], ""])]


def csharp_struct(name, struct, interface):
    own, lines, delegates = camel(name), [], []
    lines += ["", f"    /// <summary>{name} of {struct['header']}.</summary>",
              "    [StructLayout(LayoutKind.Sequential)]", f"    public struct {own}", "    {"]
    for field in struct["fields"]:
        delegate = own + camel(field["name"])
        if is_function(field):
            delegates += ["", *csharp_delegate(delegate, field, interface)]
        count = None if is_function(field) else parsed(field["type"])[2]
        if count:
            lines.append(f"        [MarshalAs(UnmanagedType.ByValArray, SizeConst = {count})]")
        kind = csharp_type(field, delegate, interface)
        said = [field["type"]] if kind == "IntPtr" and field["type"] != "void *" else []
        said += [f"since {field['since']}"] if field["since"] != interface.first else []
        comment = f"  // {', '.join(said)}" if said else ""
        lines.append(f"        public {kind} {csharp_name(field['name'])};{comment}")
    return [*delegates, *lines, "    }"]


CSHARP_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Made by scripts/bindings.py from schema/abi.json.
// The interface of Terrawright, ABI {abi}. What each field means is in terrawright/abi.h.
//
// Pointers are IntPtr. Whoever hands out a delegate keeps it from the garbage collector as long as it may be called.
// A field with "since" is there only where `size` covers it, or where the plugin needs that minor.
using System;
using System.Runtime.InteropServices;

namespace Terrawright
{{
    public static class Abi
    {{
"""


def csharp(interface):
    lines = CSHARP_HEAD.format(abi=interface.abi).splitlines()
    for name, value in interface.constants.items():
        if isinstance(value, str):
            lines.append(f"        public const string {constant(name)} = {json.dumps(value)};")
        else:
            kind = kind_of(name, value, "int", "uint", "ulong")
            lines.append(f"        public const {kind} {constant(name)} = {value};")
    lines += ["", "        // Of each struct its size, and the name, offset and size of each field.",
              "        public static readonly object[][] Layouts =", "        {"]
    for name, struct in interface.structs.items():
        lines.append(f"            new object[] {{ typeof({camel(name)}), {struct['size']},")
        fields = [f'"{field["name"]}", {field["offset"]}, {field["bytes"]}' for field in struct["fields"]]
        lines += packed(" " * 16, fields)
        lines[-1] += " },"
    lines += ["        };", "    }"]
    for name, typedef in interface.typedefs.items():
        if is_function(typedef):
            lines += ["", *csharp_delegate(camel(name), typedef, interface)]
    for name, struct in interface.structs.items():
        lines += csharp_struct(name, struct, interface)
    return "\n".join(without_last_comma([*lines, "}"])) + "\n"


def main():
    interface = Interface(json.loads(ABI.read_text()))
    made = {FOLDER / "rust" / "terrawright.rs": rust(interface),
            FOLDER / "csharp" / "Terrawright.cs": csharp(interface)}
    different = [file for file, text in made.items() if not file.exists() or file.read_text() != text]
    if sys.argv[1:] != ["--check"]:
        for file in different:
            file.write_text(made[file])
        return 0
    for file in different:
        print(f"{file.relative_to(ROOT)} is not that of schema/abi.json: run scripts/bindings.py")
    if not different:
        print(f"{len(interface.structs)} structs and {len(interface.constants)} constants in Rust and C#")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
