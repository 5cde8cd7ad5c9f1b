# SPDX-License-Identifier: Apache-2.0
"""The memory that a command and the processes that it starts take at most: resident.py FILE SECONDS COMMAND...

FILE gets the MB; the command's lines of hashes and its errors go on, and its exit code. After SECONDS, unless they are 0, it
is asked to stop."""
import pathlib, resource, signal, subprocess, sys, threading

file, seconds, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
program = pathlib.Path(command[0]).resolve()
process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def resident(number):
    try:
        of = pathlib.Path("/proc") / number
        if number != str(process.pid) and (of / "exe").resolve() == program:
            return 0  # begins, in its parent's memory
        started = [child for task in (of / "task").iterdir() for child in (task / "children").read_text().split()]
        return int((of / "statm").read_text().split()[1]) * resource.getpagesize() + sum(map(resident, started))
    except (OSError, IndexError):
        return 0


most, ended = 0, threading.Event()


def look():
    global most
    while not ended.wait(0.005):
        most = max(most, resident(str(process.pid)))


looking = threading.Thread(target=look)
looking.start()
if seconds != 0:
    threading.Timer(seconds, process.send_signal, [signal.SIGINT]).start()
out, err = process.communicate()
ended.set()
looking.join()
most = max(most, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
pathlib.Path(file).write_text(f"{most / 1e6}\n")
print("\n".join(line for line in out.splitlines() if line.startswith("sha256")))
sys.stderr.write(err)
sys.exit(process.returncode)
