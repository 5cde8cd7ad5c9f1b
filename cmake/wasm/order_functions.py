# SPDX-License-Identifier: Apache-2.0
# Sorts the functions of a module by their names without arguments of templates, then by their sizes, and removes the
# names: order_functions.py MODULE. So instances of a template are neighbours, of which gzip sees 32 kB at a time.
import re
import sys

TYPE, IMPORT, FUNCTION, EXPORT, START, ELEMENT, CODE = 1, 2, 3, 7, 8, 9, 10


def unsigned(data, at):
    """The number at a place, in LEB128, and the place behind it."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def encoded(value):
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes(data + bytes([value]))


def with_size(data):
    return encoded(len(data)) + data


def skipped(data, at, numbers):
    """The place behind numbers, of which each byte but the last is 128 or more."""
    for _ in range(numbers):
        while data[at] > 127:
            at += 1
        at += 1
    return at


# ---- Operands of instructions: numbers, then bytes ------------------------------------------------------------------
OPERANDS = {code: (0, 0) for code in [0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, *range(0x45, 0xC5)]}
OPERANDS |= {code: (1, 0) for code in [*range(0x02, 0x05), *range(0x06, 0x0A), 0x0C, 0x0D, 0x18, *range(0x20, 0x25), 0x3F, 0x40, 0x41, 0x42]}
OPERANDS |= {code: (2, 0) for code in [0x11, *range(0x28, 0x3F)]}
OPERANDS |= {0x43: (0, 4), 0x44: (0, 8)}
CALL, BRANCH_TABLE, BULK, VECTOR, ATOMIC = 0x10, 0x0E, 0xFC, 0xFD, 0xFE


def operands(code, second):
    if code == BULK:
        return {8: (2, 0), 9: (1, 0), 10: (2, 0), 11: (1, 0)}.get(second, (0, 0))
    if code == ATOMIC:
        return (1, 0) if second == 3 else (2, 0)
    if second < 12 or second in (92, 93):
        return 2, 0
    return (0, 16) if second < 14 else (0, 1) if 21 <= second <= 34 else (2, 1) if 84 <= second <= 91 else (0, 0)


def renumbered(body, place):
    """The body of a function in which `place` has the new numbers of functions."""
    groups, at = unsigned(body, 0)
    for _ in range(groups):
        at = skipped(body, at, 1) + 1
    parts, done = [], 0
    while at < len(body):
        code, at = body[at], at + 1
        if code == CALL:
            called, end = unsigned(body, at)
            parts += [body[done:at], encoded(place[called])]
            at = done = end
        elif code == BRANCH_TABLE:
            labels, at = unsigned(body, at)
            at = skipped(body, at, labels + 1)
        else:
            if code in (BULK, VECTOR, ATOMIC):
                second, at = unsigned(body, at)
                numbers, size = operands(code, second)
            else:
                numbers, size = OPERANDS[code]
            at = skipped(body, at, numbers) + size
    return b"".join([*parts, body[done:]])


# ---- Sections -------------------------------------------------------------------------------------------------------
def sections_of(data):
    at = 8
    while at < len(data):
        kind, (size, begin) = data[at], unsigned(data, at + 1)
        at = begin + size
        yield kind, data[begin:at]


def text_at(data, at):
    size, at = unsigned(data, at)
    return data[at:at + size].decode(), at + size


def names_of(data):
    """Names of functions by their numbers, from the custom section `name`."""
    _, at = text_at(data, 0)
    names = {}
    while at < len(data):
        kind, (size, at) = data[at], unsigned(data, at + 1)
        end = at + size
        if kind == 1:
            count, at = unsigned(data, at)
            for _ in range(count):
                number, at = unsigned(data, at)
                names[number], at = text_at(data, at)
        at = end
    return names


def imported_functions(data):
    count, at = unsigned(data, 0)
    functions = 0
    for _ in range(count):
        at = text_at(data, text_at(data, at)[1])[1]
        kind, at = data[at], at + 1
        functions += kind == 0
        if kind in (1, 2):  # a table has a type before its limits
            at += kind == 1
            at = skipped(data, at + 1, 1 + (data[at] & 1))
        else:  # a function; a global and a tag have two bytes
            at = skipped(data, at, 1 if kind == 0 else 2)
    return functions


def exports(data, place):
    count, at = unsigned(data, 0)
    parts = [encoded(count)]
    for _ in range(count):
        begin, at = at, text_at(data, at)[1] + 1
        number, end = unsigned(data, at)
        parts += [data[begin:at], encoded(place[number] if data[at - 1] == 0 else number)]
        at = end
    return b"".join(parts)


def elements(data, place):
    """Segments of the table as the linker writes them: from a constant on, by numbers of functions."""
    count, at = unsigned(data, 0)
    parts = [encoded(count)]
    for _ in range(count):
        if data[at] != 0:
            sys.exit("order_functions.py: a segment of the table has another form")
        begin, at = at, skipped(data, at + 2, 1) + 1
        parts.append(data[begin:at])
        size, at = unsigned(data, at)
        parts.append(encoded(size))
        for _ in range(size):
            number, at = unsigned(data, at)
            parts.append(encoded(place[number]))
    return b"".join(parts)


def template_of(name):
    name = name.replace("(anonymous namespace)::", "")
    while (shorter := re.sub("<[^<>]*>", "", name)) != name:
        name = shorter
    return name.split("(")[0].split(" ")[-1]


def main(file):
    with open(file, "rb") as module:
        data = module.read()
    custom = [body for kind, body in sections_of(data) if kind == 0]
    sections = [(kind, body) for kind, body in sections_of(data) if kind != 0]
    of_kind = dict(sections)
    names = next((names_of(body) for body in custom if text_at(body, 0)[0] == "name"), None)
    imported = imported_functions(of_kind[IMPORT])
    count, at = unsigned(of_kind[CODE], 0)
    bodies = []
    for _ in range(count):
        size, at = unsigned(of_kind[CODE], at)
        bodies.append(of_kind[CODE][at:at + size])
        at += size
    types, at = [], unsigned(of_kind[FUNCTION], 0)[1]
    for _ in range(count):
        number, at = unsigned(of_kind[FUNCTION], at)
        types.append(number)
    named = [names[imported + i] for i in range(count)]
    order = sorted(range(count), key=lambda i: (template_of(named[i]), len(bodies[i]), named[i]))
    place = [*range(imported), *(0 for _ in order)]
    for new, old in enumerate(order):
        place[imported + old] = imported + new
    of_kind[FUNCTION] = encoded(count) + b"".join(encoded(types[i]) for i in order)
    of_kind[CODE] = encoded(count) + b"".join(with_size(renumbered(bodies[i], place)) for i in order)
    of_kind[EXPORT] = exports(of_kind[EXPORT], place)
    of_kind[ELEMENT] = elements(of_kind[ELEMENT], place)
    if START in of_kind:
        of_kind[START] = encoded(place[unsigned(of_kind[START], 0)[0]])
    parts = [data[:8]]
    for kind, _ in sections:
        parts += [bytes([kind]), with_size(of_kind[kind])]
    for body in custom:
        if text_at(body, 0)[0] != "name":
            parts += [b"\0", with_size(body)]
    with open(file, "wb") as module:
        module.write(b"".join(parts))


main(sys.argv[1])
