# SPDX-License-Identifier: Apache-2.0
"""A program that uses terrawright/world.h while something fails: faults.py WORLD AT_CALL ROOT [EVERY]

Allocations, and calls on files, fail once, or from then on. For each answer of the library the program runs to its end:
it neither crashes nor hangs. Without memory or a thread the libraries inside may call std::terminate, as world.h says;
that is rare, and no other fault leads there.
"""
import concurrent.futures, errno, os, pathlib, signal, subprocess, sys, tempfile

WORLD, AT_CALL, ROOT = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:4])
EVERY = int(sys.argv[4]) if len(sys.argv) > 4 else 23
KINDS = {"malloc": errno.ENOMEM, "mmap": errno.ENOMEM, "pthread_create": errno.EAGAIN, "read": errno.EIO, "": errno.EIO}


def run(kind, fails, at):
    with tempfile.TemporaryDirectory() as folder:
        counted = pathlib.Path(folder) / "counted"
        counted.write_bytes(bytes(4096))
        environment = {**os.environ, "LD_PRELOAD": AT_CALL, "CALLS_UNDER": folder, "CALLS_IN": str(counted), "TMPDIR": folder,
                       "FAIL_WITH": str(KINDS[kind]), **({"CALLS_OF": kind} if kind else {}), **({fails: str(at)} if at else {})}
        done = subprocess.run([WORLD, "everything", ROOT, folder + "/out"], env=environment, capture_output=True, timeout=300)
        return done.returncode, done.stderr.decode(errors="replace"), int.from_bytes(counted.read_bytes()[:8], "little")


def main():
    wrong, tried, ended = [], 0, 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for kind in KINDS:
            code, said, count = run(kind, "FAIL_AT", 0)
            if code != 0:
                wrong.append(f"{kind or 'files'}: {code} although nothing failed\n{said}")
            # All of the first ones, in which the library is set up, then some.
            step = max(1, count // 400) * EVERY if kind == "malloc" else max(1, count // 40)
            places = [*range(1, min(count, 12) + 1), *range(13, count + 1, step)]
            jobs = {(at, fails): pool.submit(run, kind, fails, at) for at in places for fails in ("FAIL_AT", "FAIL_FROM")}
            for (at, fails), job in jobs.items():
                tried += 1
                try:
                    code, said, _ = job.result()
                    if code == -signal.SIGABRT and "terminate called" in said and kind in ("malloc", "mmap", "pthread_create"):
                        ended += 1
                    elif code != 0:
                        wrong.append(f"{kind or 'files'} {fails}={at} of {count}: {code}\n{said[:600]}")
                except subprocess.TimeoutExpired:
                    wrong.append(f"{kind or 'files'} {fails}={at} of {count}: it hangs")
    print("\n".join(wrong[:20]))
    print(f"{tried} faults, {len(wrong)} of them wrong, {ended} ended inside a library")
    return len(wrong) > 0 or ended * 8 > tried


sys.exit(main())
