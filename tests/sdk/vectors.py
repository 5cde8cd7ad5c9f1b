# SPDX-License-Identifier: Apache-2.0
"""Writes pipeline/sdk/vectors/: vectors.py [--check]. --check writes nothing and fails where a file would change.

The results come from a port to Python, which shares no line with the headers. The tests hold the headers against it."""
import math
import pathlib
import struct
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "pipeline/sdk/vectors"
M32, M64 = 2**32 - 1, 2**64 - 1


# random.h

def mix64(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & M64
    return z ^ z >> 31


def fnv1a64(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & M64
    return value


def stream(seed, name):
    return mix64(mix64(seed + 0x9E3779B97F4A7C15 & M64) ^ fnv1a64(name))


def philox(c0, c1, c2, c3, key0, key1):
    for _ in range(10):
        p0, p1 = c0 * 0xD2511F53, c2 * 0xCD9E8D57
        c0, c1, c2, c3 = p1 >> 32 ^ c1 ^ key0, p1 & M32, p0 >> 32 ^ c3 ^ key1, p0 & M32
        key0, key1 = key0 + 0x9E3779B9 & M32, key1 + 0xBB67AE85 & M32
    return c0, c1, c2, c3


def key_of_row(of_stream, y, purpose, level, of_word):
    return philox(y, purpose * 256 + level & M32, of_word, 0, of_stream & M32, of_stream >> 32)[:2]


def word(first, second, column):
    x = column ^ first
    x = (x ^ x >> 17) * 0xED5AD4BB & M32 ^ second
    x = (x ^ x >> 11) * 0xAC4C1B51 & M32
    x = (x ^ x >> 15) * 0x31848BAB & M32
    return x ^ x >> 14


def unit(of_word):
    return (of_word >> 8) / 2**24


def signed_unit(of_word):
    return (of_word >> 8) / 2**23 - 1


def below(of_word, bound):
    return of_word * bound >> 32


# exact_math.h. Coefficients are bits, as there.

def double(bits):
    return struct.unpack(">d", struct.pack(">Q", bits))[0]


EXP2 = [double(bits) for bits in (
    0x3FF0000000000000, 0x3FE62E42FEFA39EF, 0x3FCEBFBDFF82C58F, 0x3FAC6B08D704A0C0, 0x3F83B2AB6FBA4E77,
    0x3F55D87FE78A6731, 0x3F2430912F86C787, 0x3EEFFCBFC588B0C7, 0x3EB62C0223A5C824, 0x3E7B5253D395E7C4,
    0x3E3E4CF5158B8ECA, 0x3DFE8CAC7351BB25, 0x3DBC3BD650FC2986, 0x3D7816193166D0F9, 0x3D3314964D5878A9)]
EVEN = [double(bits) for bits in (
    0x3FF0000000000000, 0xC013BD3CC9BE45DE, 0x40103C1F081B5AC4, 0xBFF55D3C7E3CBFFA, 0x3FCE1F506891BABB,
    0xBF9A6D1F2A204A8C, 0x3F5F9D38A3763CC3, 0xBF1B6E24F44B128F, 0x3ED20C62C2F2D7F5)]
ODD = [double(bits) for bits in (
    0x400921FB54442D18, 0xC014ABBCE625BE53, 0x400466BC6775AAE2, 0xBFE32D2CCE62BD86, 0x3FB50783487EE782,
    0xBF7E3074FDE8871F, 0x3F3E8F434D018D63, 0xBEF6FADB9F155744, 0x3EAAAEC32AF93359)]
LOG2_E = float.fromhex("0x1.71547652b82fep+0")


def horner(coefficients, x):
    p = coefficients[-1]
    for c in coefficients[-2::-1]:
        p = p * x + c
    return p


def exp2(x):
    n = math.floor(x + 0.5)
    return math.ldexp(horner(EXP2, x - n), n)


def exp(x):
    return exp2(x * LOG2_E)


def cospi(x):
    x = abs(x)
    x = x - 2.0 * math.floor(x / 2.0)
    q = math.floor(2.0 * x + 0.5)
    r = x - q / 2.0
    p = r * horner(ODD, r * r) if q & 1 else horner(EVEN, r * r)
    return (-p if q & 3 in (1, 2) else p) + 0.0


def sinpi(x):
    return cospi(x - 0.5)


# Arguments: edges, then a spread by a fixed generator.

class Spread:
    def __init__(self, name):
        self.state = fnv1a64(name.encode())

    def bits(self, n):
        self.state = self.state + 0x9E3779B97F4A7C15 & M64
        return mix64(self.state) >> (64 - n)

    def scaled(self, n):
        """Up to n bits, each number of them as often."""
        return self.bits(1 + self.bits(32) % n)

    def real(self, lowest, highest):
        """A double of any sign and an exponent from lowest to highest."""
        exponent = lowest + self.bits(32) % (highest - lowest + 1)
        return (1 - 2 * self.bits(1)) * math.ldexp(1 + self.bits(52) / 2**52, exponent)


def integers(n):
    """Edges of a word of n bits."""
    powers = [1 << k for k in range(n)]
    return sorted({0, *powers, *(p - 1 for p in powers), *((1 << n) - p for p in powers), (1 << n) - 1})


NAMES = ["", "a", "height", "wind", "rivers.table", "hills 2", "Höhe", "山", "🏔", "\0", "a\0", "\0a", "h" * 64]
COLUMNS = [0, 1, 2, 255, 4095, 2**20, 2**31 - 1, 2**31, M32 - 1, M32]  # in two's complement


def of_mix64(spread):
    return [(z,) for z in integers(64) + [spread.bits(64) for _ in range(400)]]


def of_bytes(spread, n):
    return bytes(spread.bits(8) for _ in range(n))


def of_fnv1a64(spread):
    return ([(name.encode(),) for name in NAMES] + [(bytes([byte]),) for byte in range(256)]
            + [(of_bytes(spread, 1 + i % 40),) for i in range(280)])


def of_stream(spread):
    return ([(seed, name.encode()) for seed in (0, 1, 42, 2**32, 2**63, M64) for name in NAMES]
            + [(seed, b"height") for seed in integers(64)[::2]]
            + [(spread.scaled(64), of_bytes(spread, 1 + i % 24)) for i in range(350)])


def of_philox(spread):
    known = [(0,) * 6, (M32,) * 6,
             (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0)]  # Random123's
    return (known + [tuple(1 << k if i == at else 0 for i in range(6)) for at in range(6) for k in range(32)]
            + [tuple(spread.bits(32) for _ in range(6)) for _ in range(350)])


def of_key_of_row(spread):
    return ([(stream(42, b"height"), y, 0, 0, 0) for y in COLUMNS]
            + [(s, 0, 0, 0, 0) for s in (0, 1, M32, 2**32, M64)]
            + [(stream(42, b"height"), 7, purpose, level, w)
               for purpose in (*range(8), 32, 255) for level in (0, 1, 20, 255) for w in (0, 1, 3, M32)]
            + [(spread.bits(64), spread.bits(32), spread.bits(8), spread.bits(8), spread.scaled(32))
               for _ in range(500)])


def of_word(spread):
    row = key_of_row(stream(42, b"height"), 0, 0, 0, 0)
    return ([(first, second, column) for first in (0, M32, row[0]) for second in (0, M32, row[1]) for column in COLUMNS]
            + [(*row, column) for column in integers(32)]
            + [(spread.bits(32), spread.bits(32), spread.bits(32)) for _ in range(600)])


def of_unit(spread):
    return [(w,) for w in integers(32) + [spread.bits(32) for _ in range(400)]]


def of_below(spread):
    bounds = [0, 1, 2, 3, 6, 10, 255, 256, 1000, 2**31 - 1, 2**31, 2**31 + 1, M32]
    return ([(w, bound) for bound in bounds for w in (0, 1, 2**31 - 1, 2**31, M32 - 1, M32)]
            + [(w, 10) for w in integers(32)] + [(spread.bits(32), spread.scaled(32)) for _ in range(500)])


SMALLEST, LARGEST = double(1), sys.float_info.max
TINY = [0.0, SMALLEST, 2 * SMALLEST, double(0x000FFFFFFFFFFFFF), sys.float_info.min, double(0x0010000000000001)]

# Arguments whose result changes where one coefficient is the next double up or down: found among 4 * 10^8. The
# coefficients behind the eighth of EXP2, the sixth of EVEN and the fifth of ODD changed none.
HARD_FOR_EXP2 = [double(bits) for bits in (
    0x3FD42EB43695CAEA, 0x3FC7421BCB1857C4, 0xBFAC7CF2DE237A70, 0xBFDACA1A30E8F570, 0x3FCBB138AF591E68,
    0xBFC7291ABE6C38D4, 0xBFDA629E36362B86, 0xBFCFBE12CF215530, 0xBFDD6E6A5A676960, 0xBFDB9C41E3514792,
    0xBFDDD5F2EC0CB8FC, 0x3FDD8FB22AA2717A, 0xBFDB95E388AB8618, 0xBFD30AFA38529FB6, 0x3FDF129AAC799312,
    0xBFD931F130B5DC22, 0xBFDDD3B92A472ADA, 0xBFDCF82D80457C8E, 0x3FDEF57904FEF392, 0xBFDAD9DE1DDE238C,
    0xBFDF3544681565F6, 0x3FD5E8472E61B684, 0xBFDF4FB1452657CA, 0x3FDEA38DEF3618D8, 0xBFDEC8EAA1075EB0,
    0x3FDF578BA0768240)]
HARD_FOR_COSPI = [double(bits) for bits in (
    0xBFCBC74EE5E685A0, 0xBFCACA1A30E8F570, 0x3FCE24E8BBBECC94, 0x3FC0D342FFE40540, 0x3FC79C344067F198,
    0x3FC8C757381A12E0, 0x3FC39168D0B043FE, 0xBFCBA9FF0F3867EA, 0x3FCC83B9BCF38CB2, 0xBFCBE8EB6343CDBC,
    0xBFCF1FEC01EB7CE2, 0xBFC5B90DD566EB0E, 0x3FCED85581200C40, 0x3FCF4B2220A11C12, 0x3FC54F097C8C387E,
    0x3FC43BD5A7EEDE68, 0xBFCEDBF7B1246654, 0xBFCD8FF2D0D10E32, 0xBFCCFCA636A6BE12, 0x3FE409A1A8179150,
    0x3FD40E564DBFD03E, 0x3FE56DE6ACD12C88, 0x3FE386C9A98359E0, 0x3FD497DD1E7A484E, 0x3FE631F8732F2C68,
    0x3FE6D658ED4ADA16, 0x3FE7F87010E058F9, 0x3FE6EACD6ABC5DC6, 0x3FE7FEF1FF8C204C, 0x3FD18CE8F806A595,
    0x3FD16EACF9B62613, 0x3FE65B308D12A160, 0x3FD168821569240B, 0x3FD21006636C8910, 0x3FE7EBA99FD95AE2)]


def around(x):
    """x and its neighbours."""
    return [math.nextafter(x, -math.inf), x, math.nextafter(x, math.inf)]


def both_signs(values):
    return [sign * x for x in values for sign in (1.0, -1.0)]


def of_exp2(spread):
    """exp2 goes to the next integer at n + 1/2."""
    halves = [x for n in (*range(13), 31, 52, 100, 511, 512, 998, 999) for x in around(n + 0.5)]
    integers_ = [x for n in (1, 2, 3, 4, 10, 63, 64, 500, 999) for x in around(float(n))]
    values = TINY + halves + integers_ + [double(0x3FDFFFFFFFFFFFFF), math.nextafter(1000.0, 0.0), 1000.0]
    values = both_signs(values) + [1 / 3, -0.1, 10.3, -0.6, -0.7, -0.75, -0.8, *HARD_FOR_EXP2]
    values += [math.ldexp(s, k) for k in range(-70, 0) for s in (1.0, -1.0)]
    values += [spread.real(-30, 8) for _ in range(500)] + [spread.real(-1, 8) for _ in range(200)]
    return [(x,) for x in values if abs(x) <= 1000]


def of_exp(spread):
    """exp is exp2 of x log2(e): its thresholds are those of exp2 by log2(e)."""
    halves = [x for n in (*range(13), 31, 52, 100, 511, 512, 998, 999) for x in around((n + 0.5) / LOG2_E)]
    integers_ = [x for n in (1, 2, 3, 4, 10, 63, 64, 500, 693) for x in around(float(n))]
    values = both_signs(TINY + halves + integers_ + [0.5, 693.0]) + [1 / 3, -0.1, 10.3, -0.6, -0.001]
    values += [math.ldexp(s, k) for k in range(-70, 0) for s in (1.0, -1.0)]
    values += [spread.real(-30, 8) for _ in range(500)] + [spread.real(-1, 9) for _ in range(200)]
    return [(x,) for x in values if abs(x) <= 693]


def of_cospi(spread):
    """cospi changes its polynomial at odd quarters; its zeros are at odd halves."""
    quarters = [x for k in range(1, 35) for x in around(k / 4)]
    large = [math.ldexp(1.0, e) + k / 4 for e in (10, 20, 31, 32, 40, 50) for k in range(9)]
    largest = [x for e in (51, 52, 53, 54, 63, 64, 1023) for x in around(math.ldexp(1.0, e))] + [LARGEST]
    angles = [x for k in range(1, 13) for x in around(k * (math.pi / 2))]  # what a port that takes cos(pi x) confuses
    values = both_signs(TINY + quarters + large + largest + angles)
    values += [*HARD_FOR_COSPI, *(math.ldexp(1.0, k) for k in range(-70, 0))]
    values += [spread.real(-30, 3) for _ in range(300)] + [spread.real(-3, 20) for _ in range(200)]
    values += [spread.real(-1022, 1023) for _ in range(100)]
    return [(x,) for x in values]


U32, I32, U64, F32, F64, BYTES = "u32", "i32", "u64", "f32", "f64", "bytes"
WRITTEN = {
    U32: lambda x: f"{x:08x}",
    I32: lambda x: f"{x:08x}",
    U64: lambda x: f"{x:016x}",
    F32: lambda x: struct.pack(">f", x).hex(),
    F64: lambda x: struct.pack(">d", x).hex(),
    BYTES: lambda x: x.hex() or "-",
}
RANDOM = [
    (mix64, of_mix64, [("z", U64)], [U64]),
    (fnv1a64, of_fnv1a64, [("bytes", BYTES)], [U64]),
    (stream, of_stream, [("seed", U64), ("name", BYTES)], [U64]),
    (philox, of_philox, [(f"counter[{i}]", U32) for i in range(4)] + [("key0", U32), ("key1", U32)], [U32] * 4),
    (key_of_row, of_key_of_row,
     [("stream", U64), ("y", I32), ("purpose", U32), ("level", U32), ("word", U32)], [U32, U32]),
    (word, of_word, [("first", U32), ("second", U32), ("column", I32)], [U32]),
    (unit, of_unit, [("word", U32)], [F32]),
    (signed_unit, of_unit, [("word", U32)], [F32]),
    (below, of_below, [("word", U32), ("bound", U32)], [U32]),
]
EXACT_MATH = [
    (exp2, of_exp2, [("x", F64)], [F64]),
    (exp, of_exp, [("x", F64)], [F64]),
    (cospi, of_cospi, [("x", F64)], [F64]),
    (sinpi, of_cospi, [("x", F64)], [F64]),
]
HEAD = """\
# SPDX-License-Identifier: Apache-2.0
# Test vectors of terrawright/{header}, written by tests/sdk/vectors.py.
# A line is the function's name, its arguments and its results, one space between them.
# All are bits in hexadecimal, the highest digit first:
#   u32, i32, f32: 8 digits. i32 is in two's complement; f32 is IEEE binary32.
#   u64, f64: 16 digits. f64 is IEEE binary64.
#   bytes: two digits for each byte; - for none.
{more}#
# Functions, their arguments and their results:
{functions}"""


def text_of(header, more, functions):
    shown = "".join(f"#   {of.__name__} {' '.join(f'{name}:{kind}' for name, kind in takes)} -> {' '.join(gives)}\n"
                    for of, _, takes, gives in functions)
    lines = [HEAD.format(header=header, more=more, functions=shown)]
    for of, arguments, takes, gives in functions:
        for given in arguments(Spread(of.__name__)):
            results = of(*given)
            results = results if isinstance(results, tuple) else (results,)
            written = [WRITTEN[kind](x) for (_, kind), x in zip(takes, given)]
            written += [WRITTEN[kind](x) for kind, x in zip(gives, results)]
            lines.append(f"{of.__name__} {' '.join(written)}\n")
    return "".join(dict.fromkeys(lines))  # each line once


def main(check):
    files = {
        "random.txt": text_of("random.h", "", RANDOM),
        "exact_math.txt": text_of(
            "exact_math.h", "# exp2 is defined for |x| <= 1000, exp for |x| <= 693, cospi and sinpi for all finite x:\n"
            "# no result is infinite or no number.\n", EXACT_MATH),
    }
    wrong = 0
    for name, text in files.items():
        path = FOLDER / name
        if not check:
            path.write_text(text)
        elif path.read_text() != text:
            wrong = 1
            print(f"{path} is not what tests/sdk/vectors.py writes")
    return wrong


sys.exit(main("--check" in sys.argv))
