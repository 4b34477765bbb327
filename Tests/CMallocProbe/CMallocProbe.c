#include "CMallocProbe.h"
#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// Initial-exec, because the general way to reach a thread's own variable may itself allocate.
static __thread unsigned long calls __attribute__((tls_model("initial-exec")));

unsigned long malloc_probe_count(void) { return calls; }

// The thread sanitizer has a malloc of its own.
#if __has_feature(thread_sanitizer)
bool malloc_probe_counts(void) { return false; }
#else
bool malloc_probe_counts(void) { return true; }

void *malloc(size_t size) {
  calls++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  calls++;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  calls++;
  void *found = __libc_memalign(alignment, size);
  if (!found) return ENOMEM;
  *memory = found;
  return 0;
}

void free(void *memory) {
  if (memory) calls++;
  __libc_free(memory);
}

#endif
