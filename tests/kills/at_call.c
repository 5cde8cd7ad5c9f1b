// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program: counts its calls that change files, and ends it, fails or slows it at one of them.
//   CALLS_UNDER=FOLDER   counts all of these calls on what lies there; without it renames, unlinks and fsyncs anywhere
//   CALLS_IN=FILE        counts of all processes together: 8 bytes for the number, then the call that was struck
//   KILL_AT=N            killed in the place of the Nth call; all of its process group with KILL_GROUP=1
//   KILL_AFTER=N         killed after it; a write has then brought half of its bytes
//   FAIL_AT=N            fails with FAIL_WITH (a number, EIO without it); FAIL_FROM=N: that one and all that make more
//   GONE_AT=N            before the Nth call the folder GONE has another name, GONE.gone
//   SLOW=MICROSECONDS    each call takes so much longer, and a write takes 4 KiB at most
//   CALLS_OF=KIND        counts those of one kind alone: read, pread, fstat, stat, readdir of what lies there; or
//                        all of mmap, pthread_create or malloc, wherever they are made
//   FROM_DLOPEN=NAME     FAIL_FROM counts from the first library on that is loaded with that in its name
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct Shared {
  atomic_long calls;
  char struck[4088];
};
static struct Shared own, *shared = &own;
static _Thread_local char at_hand[512];  // the call, and the end of what it is about
static const char *under, *kind, *from_dlopen;
static long kill_at, kill_after, fail_at, fail_from, gone_at, slow;
static int fail_with = EIO, kill_group;

static long number(const char* name, long otherwise) {
  const char* text = getenv(name);
  return text ? atol(text) : otherwise;
}

__attribute__((constructor)) static void begin(void) {
  under = getenv("CALLS_UNDER");
  kill_at = number("KILL_AT", 0);
  kill_after = number("KILL_AFTER", 0);
  fail_at = number("FAIL_AT", 0);
  fail_from = number("FAIL_FROM", 0);
  gone_at = number("GONE_AT", 0);
  from_dlopen = getenv("FROM_DLOPEN");
  if (from_dlopen) fail_from = 0;
  fail_with = (int)number("FAIL_WITH", EIO);
  kill_group = (int)number("KILL_GROUP", 0);
  slow = number("SLOW", 0);
  const char* in = getenv("CALLS_IN");
  const int file = in ? open(in, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void* mapped = mmap(NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) shared = mapped;
  close(file);
  kind = getenv("CALLS_OF");  // what is above does not count
}

// Target of a call.
struct Call {
  const char* name;
  enum { takes_away, makes } sort;
  int is_counted, kills_after;
};

static void look_at(struct Call* call, const char* path) {
  const size_t length = under ? strlen(under) : 0;
  call->is_counted = under && strncmp(path, under, length) == 0 && (path[length] == '/' || path[length] == 0);
  const size_t all = strlen(path);
  if (call->is_counted) snprintf(at_hand, sizeof at_hand, "%s %.400s", call->name, path + (all > 400 ? all - 400 : 0));
}

static struct Call of_descriptor(const char* name, int sort, int descriptor) {
  struct Call call = {name, sort, 0, 0};
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size > 0) {
    path[size] = 0;
    look_at(&call, path);
  }
  if (!under) call.is_counted = strcmp(name, "fsync") == 0;
  return call;
}

static struct Call of_path(const char* name, int sort, int at, const char* relative) {
  struct Call call = {name, sort, 0, 0};
  char path[2 * PATH_MAX], link[64];
  ssize_t size = 0;
  if (relative[0] != '/' && at == AT_FDCWD) {
    if (getcwd(path, PATH_MAX)) size = (ssize_t)strlen(path);
  } else if (relative[0] != '/') {
    snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    size = readlink(link, path, PATH_MAX - 1);
  }
  if (size < 0) size = 0;
  snprintf(path + size, PATH_MAX, "%s%s", size ? "/" : "", relative);
  look_at(&call, path);
  if (!under) call.is_counted = !strcmp(name, "rename") || !strcmp(name, "renameat2") || !strcmp(name, "unlink");
  return call;
}

static void end(void) {
  if (kill_group) kill(0, SIGKILL);
  raise(SIGKILL);
}

static void go(void) {
  const char* folder = getenv("GONE");
  char to[PATH_MAX];
  snprintf(to, sizeof to, "%s.gone", folder);
  syscall(SYS_rename, folder, to);
}

// True: the call is not to be made, and fails.
static int falls_on(struct Call* call) {
  const long count = atomic_fetch_add(&shared->calls, 1) + 1;
  if (slow) usleep((useconds_t)slow);
  call->kills_after = kill_after == count;
  const int fails = fail_at == count || (fail_from && count >= fail_from && call->sort == makes);
  if ((fails || kill_at == count || gone_at == count || call->kills_after) && shared != &own && !shared->struck[0])
    memcpy(shared->struck, at_hand, sizeof at_hand);
  if (kill_at == count) end();
  if (gone_at == count) go();
  if (fails) errno = fail_with;
  return fails;
}

static int strikes(struct Call* call) {
  if (!call->is_counted || kind) return 0;
  return falls_on(call);
}

#define REAL(name, type, parameters) \
  static type(*real) parameters;     \
  if (!real) *(void**)&real = dlsym(RTLD_NEXT, #name);

#define CALL(type, name, parameters, arguments, call_of) \
  type name parameters {                                 \
    REAL(name, type, parameters)                         \
    struct Call call = call_of;                          \
    if (strikes(&call)) return (type)-1;                 \
    const type result = real arguments;                  \
    if (call.kills_after) end();                         \
    return result;                                       \
  }

CALL(int, rename, (const char* from, const char* to), (from, to), of_path("rename", makes, AT_FDCWD, to))
CALL(int, renameat, (int a, const char* from, int b, const char* to), (a, from, b, to),
     of_path("renameat", makes, b, to))
CALL(int, renameat2, (int a, const char* from, int b, const char* to, unsigned flags), (a, from, b, to, flags),
     of_path("renameat2", makes, b, to))
CALL(int, link, (const char* from, const char* to), (from, to), of_path("link", makes, AT_FDCWD, to))
CALL(int, linkat, (int a, const char* from, int b, const char* to, int flags), (a, from, b, to, flags),
     of_path("linkat", makes, b, to))
CALL(int, symlink, (const char* from, const char* to), (from, to), of_path("symlink", makes, AT_FDCWD, to))
CALL(int, unlink, (const char* path), (path), of_path("unlink", takes_away, AT_FDCWD, path))
CALL(int, unlinkat, (int at, const char* path, int flags), (at, path, flags), of_path("unlinkat", takes_away, at, path))
CALL(int, rmdir, (const char* path), (path), of_path("rmdir", takes_away, AT_FDCWD, path))
CALL(int, mkdir, (const char* path, mode_t mode), (path, mode), of_path("mkdir", makes, AT_FDCWD, path))
CALL(int, mkdirat, (int at, const char* path, mode_t mode), (at, path, mode), of_path("mkdirat", makes, at, path))
CALL(int, mkostemp, (char* name, int flags), (name, flags), of_path("mkostemp", makes, AT_FDCWD, name))
CALL(int, fsync, (int file), (file), of_descriptor("fsync", makes, file))
CALL(int, fdatasync, (int file), (file), of_descriptor("fdatasync", makes, file))
CALL(int, syncfs, (int file), (file), of_descriptor("syncfs", makes, file))
CALL(int, ftruncate, (int file, off_t size), (file, size), of_descriptor("ftruncate", makes, file))
CALL(int, ftruncate64, (int file, off64_t size), (file, size), of_descriptor("ftruncate", makes, file))
CALL(int, fallocate, (int file, int mode, off_t from, off_t size), (file, mode, from, size),
     of_descriptor("fallocate", makes, file))
CALL(int, fallocate64, (int file, int mode, off64_t from, off64_t size), (file, mode, from, size),
     of_descriptor("fallocate", makes, file))
CALL(ssize_t, sendfile, (int to, int from, off_t* offset, size_t size), (to, from, offset, size),
     of_descriptor("sendfile", makes, to))
CALL(ssize_t, sendfile64, (int to, int from, off64_t* offset, size_t size), (to, from, offset, size),
     of_descriptor("sendfile", makes, to))
CALL(ssize_t, copy_file_range, (int a, off64_t* from, int b, off64_t* to, size_t size, unsigned flags),
     (a, from, b, to, size, flags), of_descriptor("copy_file_range", makes, b))
CALL(ssize_t, writev, (int file, const struct iovec* parts, int count), (file, parts, count),
     of_descriptor("writev", makes, file))

// A call that is slow, or is killed, writes a part.
static size_t part(const struct Call* call, size_t size) {
  if (call->kills_after) return size / 2;
  return call->is_counted && slow && size > 4096 ? 4096 : size;
}

#define WRITE(name, parameters, arguments)                \
  ssize_t name parameters {                               \
    REAL(name, ssize_t, parameters)                       \
    struct Call call = of_descriptor(#name, makes, file); \
    if (strikes(&call)) return -1;                        \
    size = part(&call, size);                             \
    const ssize_t result = real arguments;                \
    if (call.kills_after) end();                          \
    return result;                                        \
  }

WRITE(write, (int file, const void* bytes, size_t size), (file, bytes, size))
WRITE(pwrite, (int file, const void* bytes, size_t size, off_t offset), (file, bytes, size, offset))
WRITE(pwrite64, (int file, const void* bytes, size_t size, off64_t offset), (file, bytes, size, offset))

// Those of the C library's streams that it makes inside are not seen but here.
size_t fwrite(const void* bytes, size_t size, size_t count, FILE* to) {
  REAL(fwrite, size_t, (const void*, size_t, size_t, FILE*))
  struct Call call = of_descriptor("fwrite", makes, fileno(to));
  if (strikes(&call)) return 0;
  const size_t result = real(bytes, size, count, to);
  if (call.kills_after) end();
  return result;
}
int fflush(FILE* of) {
  REAL(fflush, int, (FILE*))
  struct Call call = {"fflush", makes, 0, 0};
  if (of) call = of_descriptor("fflush", makes, fileno(of));
  if (strikes(&call)) return EOF;
  const int result = real(of);
  if (call.kills_after) end();
  return result;
}

#define FOPEN(name)                                                     \
  FILE* name(const char* path, const char* mode) {                      \
    REAL(name, FILE*, (const char*, const char*))                       \
    struct Call call = {"fopen", makes, 0, 0};                          \
    if (mode[0] != 'r') call = of_path("fopen", makes, AT_FDCWD, path); \
    if (strikes(&call)) return NULL;                                    \
    FILE* const result = real(path, mode);                              \
    if (call.kills_after) end();                                        \
    return result;                                                      \
  }
FOPEN(fopen)
FOPEN(fopen64)

// Only those that may make a file.
#define MAKES(flags) (((flags)&O_CREAT) || ((flags)&O_TMPFILE) == O_TMPFILE)
#define OPEN(name, at, first, first_argument)                  \
  int name(first const char* path, int flags, ...) {           \
    REAL(name, int, (first const char*, int, ...))             \
    mode_t mode = 0;                                           \
    if (MAKES(flags)) {                                        \
      va_list more;                                            \
      va_start(more, flags);                                   \
      mode = va_arg(more, mode_t);                             \
      va_end(more);                                            \
    }                                                          \
    struct Call call = {"open", makes, 0, 0};                  \
    if (MAKES(flags)) call = of_path("open", makes, at, path); \
    if (strikes(&call)) return -1;                             \
    const int result = real(first_argument path, flags, mode); \
    if (call.kills_after) end();                               \
    return result;                                             \
  }
#define NONE
#define FOLDER int folder,
#define FOLDER_ARGUMENT folder,
OPEN(open, AT_FDCWD, NONE, NONE)
OPEN(open64, AT_FDCWD, NONE, NONE)
OPEN(openat, folder, FOLDER, FOLDER_ARGUMENT)
OPEN(openat64, folder, FOLDER, FOLDER_ARGUMENT)

// ---- of one kind, which change nothing ----------------------------------------------------------------------------

static int is_asked_for(const char* name) { return kind && strcmp(kind, name) == 0; }

#define READ(type, name, of, parameters, arguments, file)        \
  type name parameters {                                         \
    REAL(name, type, parameters)                                 \
    if (is_asked_for(of)) {                                      \
      struct Call call = of_descriptor(#name, takes_away, file); \
      if (call.is_counted && falls_on(&call)) return (type)-1;   \
    }                                                            \
    return real arguments;                                       \
  }
READ(ssize_t, read, "read", (int file, void* to, size_t size), (file, to, size), file)
READ(ssize_t, readv, "read", (int file, const struct iovec* parts, int count), (file, parts, count), file)
READ(ssize_t, pread, "pread", (int file, void* to, size_t size, off_t offset), (file, to, size, offset), file)
READ(ssize_t, pread64, "pread", (int file, void* to, size_t size, off64_t offset), (file, to, size, offset), file)
READ(int, fstat, "fstat", (int file, struct stat* facts), (file, facts), file)
READ(int, fstat64, "fstat", (int file, struct stat64* facts), (file, facts), file)

#define STAT(name, parameters, arguments, at)                  \
  int name parameters {                                        \
    REAL(name, int, parameters)                                \
    if (is_asked_for("stat")) {                                \
      struct Call call = of_path(#name, takes_away, at, path); \
      if (call.is_counted && falls_on(&call)) return -1;       \
    }                                                          \
    return real arguments;                                     \
  }
STAT(stat, (const char* path, struct stat* facts), (path, facts), AT_FDCWD)
STAT(lstat, (const char* path, struct stat* facts), (path, facts), AT_FDCWD)
STAT(fstatat, (int folder, const char* path, struct stat* facts, int flags), (folder, path, facts, flags), folder)

struct dirent* readdir(DIR* folder) {
  REAL(readdir, struct dirent*, (DIR*))
  if (is_asked_for("readdir")) {
    struct Call call = of_descriptor("readdir", takes_away, dirfd(folder));
    if (call.is_counted && falls_on(&call)) return NULL;
  }
  return real(folder);
}

static int falls_anywhere(const char* name, size_t size) {
  if (!is_asked_for(name)) return 0;
  struct Call call = {name, makes, 1, 0};  // so that FAIL_FROM takes it
  snprintf(at_hand, sizeof at_hand, "%s %zu", name, size);
  return falls_on(&call);
}

#define MAP(name, offset_type)                                                                 \
  void* name(void* at, size_t size, int protection, int flags, int file, offset_type offset) { \
    REAL(name, void*, (void*, size_t, int, int, int, offset_type))                             \
    if (falls_anywhere("mmap", size)) return MAP_FAILED;                                       \
    return real(at, size, protection, flags, file, offset);                                    \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) {
  REAL(pthread_create, int, (pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))
  if (falls_anywhere("pthread_create", 0)) return EAGAIN;
  return real(thread, attributes, work, argument);
}

void* dlopen(const char* path, int flags) {
  REAL(dlopen, void*, (const char*, int))
  if (from_dlopen && path && strstr(path, from_dlopen)) {
    from_dlopen = NULL;
    fail_from = atomic_load(&shared->calls) + number("FAIL_FROM", 1);
  }
  return real(path, flags);
}

// Sanitizers have an own one. The C library's by its other name: dlsym takes memory itself.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void*, size_t),
    *__libc_memalign(size_t, size_t);
void* malloc(size_t size) { return falls_anywhere("malloc", size) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return falls_anywhere("malloc", count * size) ? NULL : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) { return falls_anywhere("malloc", size) ? NULL : __libc_realloc(old, size); }
void* memalign(size_t side, size_t size) { return falls_anywhere("malloc", size) ? NULL : __libc_memalign(side, size); }
void* aligned_alloc(size_t side, size_t size) { return memalign(side, size); }
int posix_memalign(void** to, size_t side, size_t size) {
  void* const taken = memalign(side, size);
  if (!taken) return ENOMEM;
  *to = taken;
  return 0;
}
#endif
