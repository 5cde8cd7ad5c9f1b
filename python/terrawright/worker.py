# SPDX-License-Identifier: Apache-2.0
"""Runs the stages of a file in a process of its own, by terrawright/worker.h: python3 -m terrawright.worker FILE

The engine starts it. From a terminal it prints what the file's stages say of themselves.
"""
import os
import sys

# Bits must not depend on the processor: numpy's loops are those of its baseline, and one thread adds up.
FEATURES = {"x86_64": "SSSE3 SSE41 POPCNT SSE42 AVX F16C XOP FMA4 FMA3 AVX2 AVX512F AVX512CD AVX512_KNL AVX512_KNM AVX512_SKX "
                      "AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR", "aarch64": "ASIMDHP ASIMDDP ASIMDFHM SVE"}
os.environ["NPY_DISABLE_CPU_FEATURES"] = FEATURES.get(os.uname().machine, "")
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["OPENBLAS_CORETYPE"] = "Prescott" if os.uname().machine == "x86_64" else "ARMV8"

import ctypes  # noqa: E402
import mmap  # noqa: E402
import platform  # noqa: E402
import resource  # noqa: E402
import runpy  # noqa: E402
import select  # noqa: E402
import signal  # noqa: E402
import socket  # noqa: E402
import traceback  # noqa: E402
import warnings  # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of features that this processor or this numpy lacks
    import numpy as np

from . import _interface as c  # noqa: E402
from . import stage as declared  # noqa: E402


def line(*fields):
    escaped = (str(field).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n") for field in fields)
    return "\t".join(escaped) + "\n"


def fields(text):
    parts = [""]
    letters = iter(text)
    for letter in letters:
        if letter == "\t":
            parts.append("")
        elif letter == "\\":
            following = next(letters, "")
            parts[-1] += {"t": "\t", "n": "\n"}.get(following, following)
        else:
            parts[-1] += letter
    return parts


def described(stages):
    """The lines of TERRAWRIGHT_WORKER_DESCRIBE."""
    text = line("versions", "python", platform.python_version()) + line("versions", "numpy", np.__version__)
    for path in (os.path.realpath(sys.executable), np.version.__file__, c.__file__, declared.__file__, __file__):
        text += line("depends", path)
    for one in stages:
        text += line("stage", one.id, one.version, one.revision, one.halo, one.seconds, one.reads, one.doc)
        number = 0
        for direction, ports in ((c.PORT_INPUT, one.inputs), (c.PORT_OUTPUT, one.outputs)):
            for name, kind in ports.items():
                text += line("port", direction, name, 1 << kind.kind, kind.flags, kind.unit, f"{name} of {one.id}.")
                for code, called, colour in kind.legend:
                    text += line("class", number, code, f"{colour.lstrip('#'):f<8}", called)
                number += 1
        for name, parameter in one.parameters.items():
            kind, low, high, fallback = declared.TYPES[parameter.type], parameter.minimum, parameter.maximum, parameter.fallback
            if parameter.type is int:
                low, high = max(low, -2**62), min(high, 2**62)
            if parameter.type in (int, bool):
                low, high, fallback = (0, 1, int(fallback)) if parameter.type is bool else (int(low), int(high), int(fallback))
            text += line("parameter", name, kind, parameter.unit, low, high, fallback, f"{name} of {one.id}.")
    return text


class Instance:
    """A node: its stage and the values of its parameters."""

    def __init__(self, text, stages):
        self.values, self.kinds, self.seed = {}, [], 0
        for what, *rest in map(fields, text.splitlines()):
            if what == "stage":
                self.stage = next(one for one in stages if (one.id, str(one.version)) == (rest[0], rest[1]))
            elif what == "world":
                self.world = [int(rest[0]), int(rest[1]), *map(float, rest[2:5])]
            elif what == "seed":
                self.seed = int(rest[0])
            elif what == "value":
                kind = self.stage.parameters[rest[0]].type
                self.values[rest[0]] = bool(int(rest[1])) if kind is bool else kind(rest[1])
            elif what == "port":
                self.kinds.append(int(rest[0]))

    def input(self, kind, cells, tile, memory):
        """The tile and its halo; beyond the world's edge the last cells are repeated."""
        of_a_cell, shape = declared.CELLS[kind]
        area, halo = cells.area, self.stage.halo
        count = area.width * area.height * int(np.prod(shape, dtype=int))
        array = np.frombuffer(memory, of_a_cell, count, cells.offset).reshape(area.height, area.width, *shape)
        array.flags.writeable = False
        before = (area.y - (tile.y - halo), area.x - (tile.x - halo))
        after = (tile.height + 2 * halo - before[0] - area.height, tile.width + 2 * halo - before[1] - area.width)
        if not any((*before, *after)):
            return array
        around = [(before[0], after[0]), (before[1], after[1]), *[(0, 0)] * len(shape)]
        return np.pad(array, around, mode="edge")

    def paint(self, call, memory):
        stage, tile = self.stage, call.tile
        arguments = dict(self.values)
        for number, (name, kind) in enumerate(stage.inputs.items()):
            if kind.kind == c.KIND_NUMBER:
                arguments[name] = call.numbers[number] if self.kinds[number] else None
            else:
                there = call.cells[number].offset
                arguments[name] = self.input(kind.kind, call.cells[number], tile, memory) if there else None
        if stage.tile_argument:
            arguments[stage.tile_argument] = declared.Tile(tile.x, tile.y, tile.width, tile.height, *self.world, self.seed)
        made = stage.call(**arguments)
        if len(stage.outputs) == 1 and not isinstance(made, dict):
            made = {next(iter(stage.outputs)): made}
        for number, (name, kind) in enumerate(stage.outputs.items(), len(stage.inputs)):
            if call.cells[number].offset:
                if not isinstance(made, dict) or name not in made:
                    raise TypeError(f"the function returned nothing for the output '{name}'")
                self.output(name, kind.kind, made[name], call.cells[number], tile, memory)

    def output(self, name, kind, made, cells, tile, memory):
        of_a_cell, shape = declared.CELLS[kind]
        made, halo = np.asarray(made), self.stage.halo
        size = (tile.height, tile.width)
        if made.shape[:2] == (size[0] + 2 * halo, size[1] + 2 * halo):
            made = made[halo:halo + size[0], halo:halo + size[1]]
        if made.shape != (*size, *shape):
            raise TypeError(f"the function returned an array of shape {made.shape} for '{name}', and the tile has {(*size, *shape)}")
        if made.dtype != of_a_cell and made.dtype.kind not in {"f": "fiub", "u": "bu", "i": "iub"}[np.dtype(of_a_cell).kind]:
            raise TypeError(f"the function returned {made.dtype} for '{name}', which takes {np.dtype(of_a_cell)}")
        count = int(np.prod((*size, *shape), dtype=int))
        np.frombuffer(memory, of_a_cell, count, cells.offset).reshape(*size, *shape)[...] = made


def reason_of(error, file):
    """One sentence, with the line of the file that it comes from."""
    places = [place for place in traceback.extract_tb(error.__traceback__) if place.filename == file]
    where = f" ({os.path.basename(file)}, line {places[-1].lineno})" if places else ""
    return f"it raised {type(error).__name__}: {error}".replace("\n", " ").rstrip(".") + where


class Server:
    """A worker: it answers calls until the engine closes its socket."""

    def __init__(self, file, broken, memory, control):
        self.file, self.broken, self.memory, self.socket = file, broken, memory, control
        self.instances, self.map = {}, None
        c.WorkerCall.from_buffer(self.mapped()).process = os.getpid()

    def mapped(self):
        size = c.WorkerCall.from_buffer(self.map).memory if self.map else 0
        if self.map is None or size > len(self.map):
            self.map = mmap.mmap(self.memory, size or os.fstat(self.memory).st_size)
        return self.map

    def answer(self, call, memory):
        if self.broken is not None:
            raise self.broken
        text = memory[call.text:call.text + call.text_size].decode()
        if call.call == c.WORKER_DESCRIBE:
            return described(declared.STAGES)
        if call.call == c.WORKER_CREATE:
            self.instances[call.instance] = Instance(text, declared.STAGES)
        if call.call == c.WORKER_PAINT:
            self.instances[call.instance].paint(call, memory)
        return ""

    def serve(self):
        while self.socket.recv(1):
            memory = self.mapped()
            call = c.WorkerCall.from_buffer(memory)
            try:
                text, answer = self.answer(call, memory), c.ANSWER_DONE
            except Exception as error:
                text, answer = reason_of(error, self.file) + "\n" + "".join(traceback.format_exception(error)), c.ANSWER_FAILED
            written = text.encode()[:call.text_space]
            memory[call.text:call.text + len(written)] = written
            call.text_size, call.answer = len(written), answer
            del call
            self.socket.send(b"\0")


def limit_memory(more):
    """So many bytes beside those that are mapped now: an array that does not fit is a MemoryError."""
    with open("/proc/self/statm") as file:
        now = int(file.read().split()[0]) * mmap.PAGESIZE
    resource.setrlimit(resource.RLIMIT_AS, (now + more, now + more))


def load(file):
    """Declares the stages of a file, which may import modules beside it."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    runpy.run_path(file, run_name="__stages__")


class Starter:
    """The process that the engine starts: it loads the file once, and forks a worker for each message."""

    def __init__(self, file):
        self.file, self.broken, self.workers = file, None, {}
        self.control = socket.socket(fileno=3)
        try:
            load(file)
        except Exception as error:  # it is the answer to DESCRIBE
            self.broken = error
        # A byte for each worker that ends, so that one select waits for both.
        self.ended, writes = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(writes)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self):
        while True:
            ready, _, _ = select.select([self.control, self.ended], [], [])
            if self.ended in ready:
                os.read(self.ended, 4096)
                self.reap()
            if self.control in ready:
                message, descriptors, _, _ = socket.recv_fds(self.control, 1, 3)
                if not message:
                    return
                self.fork(*descriptors)

    def fork(self, memory, connection, errors):
        process = os.fork()
        if process == 0:
            self.work(memory, connection, errors)
        os.close(errors)
        self.workers[process] = memory, connection

    def work(self, memory, connection, errors):
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        # The ends of other workers are seen by the engine once nobody holds their sockets.
        for held in self.workers.values():
            for descriptor in held:
                os.close(descriptor)
        self.control.close()
        for standard in (1, 2):
            os.dup2(errors, standard)
        if declared.STAGES:
            limit_memory(max(one.memory for one in declared.STAGES))
        status = 1
        try:
            Server(self.file, self.broken, memory, socket.socket(fileno=connection)).serve()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def reap(self):
        while self.workers:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                return
            memory, connection = self.workers.pop(process)
            os.pwrite(memory, ctypes.c_int32(status), c.WorkerCall.status.offset)
            os.close(memory)
            os.close(connection)


def main():
    file = sys.argv[1]
    try:
        os.fstat(3)
    except OSError:  # from a terminal
        load(file)
        sys.stdout.write(described(declared.STAGES))
    else:
        Starter(file).run()


if __name__ == "__main__":
    main()
