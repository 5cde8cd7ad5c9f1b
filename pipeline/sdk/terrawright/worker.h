/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/worker.h: stages in a process of their own, in any language. C11; a draft, as world.h is.
 *
 * The engine starts one process for a file of stages. Its descriptor 3 is a socket (SOCK_SEQPACKET). For each worker
 * that the engine needs it sends a message of one byte with three descriptors: shared memory, which begins with a
 * terrawright_worker_call; a socket (SOCK_STREAM); and a file for the worker's standard output and error. The process
 * starts a worker, as by fork, and keeps copies of the first two. Once a worker has ended, it writes the worker's
 * status, as waitpid has it, to `status`, and closes its copies. At the end of its own socket it exits.
 *
 * A worker writes its number to `process`, and answers one call at a time. The engine fills the struct, and writes one
 * byte to the socket. The worker sets `answer`, and writes one byte back. At the end of the socket it exits.
 *
 *   Memory   `memory` is the size of the shared memory, which only grows: a worker that has mapped less maps it again.
 *            Cells lie row by row without gaps, as abi.h has them for each kind.
 *   Texts    UTF-8, lines of fields that tabs part. Backslash is written `\\`, tab `\t`, the end of a line `\n`.
 *            They lie at `text`; a worker writes at most `text_space` bytes there and sets `text_size`.
 *   Failing  A worker that fails sets `answer` to TERRAWRIGHT_ANSWER_FAILED. The first line of its text is the reason,
 *            in one sentence without a full stop; the others go to the log. A worker that ends, or that does not answer
 *            for as long as its description says, has failed. The engine kills it, and starts another. */
#ifndef TERRAWRIGHT_WORKER_H
#define TERRAWRIGHT_WORKER_H

#include "abi.h"

#define TERRAWRIGHT_WORKER_PROTOCOL 1u

enum {
  /* Answers with lines that describe the stages of the worker:
   *   versions NAME VALUE                 of what decides its bits beside its files; any number
   *   depends PATH                        a file: while none of them changes, nor the code, the engine takes this
   *                                       description again, and starts no process for it
   *   stage ID VERSION REVISION HALO SECONDS READS DOC    ports and parameters follow. READS: a set of
   *                                       TERRAWRIGHT_READS_*; SECONDS: the longest time of one call
   *   port DIRECTION NAME KINDS FLAGS UNIT DOC            as in terrawright_port
   *   class PORT CODE RRGGBBAA NAME       an entry of the legend of an output, by its number among the ports
   *   parameter NAME KIND UNIT MINIMUM MAXIMUM FALLBACK DOC    KIND: REAL, INTEGER, BOOLEAN or TEXT of
   *                                       TERRAWRIGHT_PARAMETER_* */
  TERRAWRIGHT_WORKER_DESCRIBE = 1,
  /* Makes an instance, whose number is `instance`, of lines:
   *   stage ID VERSION; world WIDTH HEIGHT CELL LATITUDE LONGITUDE WRAP; seed NUMBER
   *   value NAME VALUE                    one per parameter
   *   port KIND UNIT                      one per port; kind 0: not connected, or without a reader */
  TERRAWRIGHT_WORKER_CREATE = 2,
  TERRAWRIGHT_WORKER_PAINT = 3 /* of the tile: it reads the cells of inputs, and writes those of outputs */
};

enum { TERRAWRIGHT_WORKER_PORTS = 64 };

/* Cells of a port. `offset`: their place in the shared memory; 0: none. An input has the tile and HALO cells around it,
 * clipped to the world where it does not wrap. */
typedef struct {
  uint64_t offset;
  terrawright_rect area;
} terrawright_worker_cells;

typedef struct {
  uint32_t size, protocol, call, answer; /* answer: TERRAWRIGHT_ANSWER_* */
  uint32_t instance, n_ports;
  int32_t process, status; /* of the worker */
  uint64_t memory, text, text_size, text_space;
  terrawright_rect tile;
  double numbers[TERRAWRIGHT_WORKER_PORTS]; /* of inputs of kind number */
  terrawright_worker_cells cells[TERRAWRIGHT_WORKER_PORTS];
} terrawright_worker_call;

#endif
