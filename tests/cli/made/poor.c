// SPDX-License-Identifier: Apache-2.0
// Fails the Nth call of malloc, or every pthread_create, and makes the file STRUCK, so that a test sees it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
extern void* __libc_malloc(size_t);
static atomic_long calls;
static void strike(void) {
  const int file = open(getenv("STRUCK"), O_WRONLY | O_CREAT, 0600);
  close(file);
}
static long number(const char* name) { return getenv(name) ? atol(getenv(name)) : 0; }
void* malloc(size_t size) {
  static long at = -1;
  if (at < 0) at = number("NO_MEMORY_AT");
  if (at == 0 || ++calls != at) return __libc_malloc(size);
  strike();
  errno = ENOMEM;
  return NULL;
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* context) {
  if (number("NO_THREADS")) {
    strike();
    return EAGAIN;
  }
  return ((int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))dlsym(RTLD_NEXT, "pthread_create"))(
      thread, attributes, body, context);
}
