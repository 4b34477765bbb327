// Lets the n-th call of one kind fail in the process that loads it, and counts them.
//
// FAILING_CALL names the kind, FAILING_NUMBER is n (0: none fails), and FAILING_COUNT is a file that has one byte for
// each call of that kind.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *kind;
static long number;
static int count_file = -1;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("FAILING_CALL"), *text = getenv("FAILING_NUMBER"), *file = getenv("FAILING_COUNT");
  if (!name || !text || !file) return;
  number = strtol(text, 0, 10);
  count_file = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  kind = name;
  // Only this process, not what it starts.
  unsetenv("LD_PRELOAD");
}

// Whether this call is the one.
static int fails(const char *name, int reason) {
  if (!kind || strcmp(kind, name) != 0) return 0;
  if (count_file >= 0) syscall(SYS_write, count_file, ".", 1);
  if (atomic_fetch_add(&calls, 1) + 1 != number) return 0;
  errno = reason;
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Wake-ups between threads are writes too; those of a machine that works do not fail. What is printed is not meant.
static int is_file(int file) {
  struct stat status;
  return file > STDERR_FILENO && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (kind && is_file(file) && fails("write", ENOSPC)) return -1;
  return syscall(SYS_write, file, bytes, count);
}

static mode_t mode_of(int flags, va_list more) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = mode_of(flags, more);
  va_end(more);
  if (fails("open", EMFILE)) return -1;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

int openat(int folder, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = mode_of(flags, more);
  va_end(more);
  if (fails("open", EMFILE)) return -1;
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) __attribute__((alias("openat")));

int rename(const char *old, const char *new) {
  if (fails("rename", EIO)) return -1;
  return NEXT(rename)(old, new);
}

int fsync(int file) {
  if (fails("fsync", EIO)) return -1;
  return NEXT(fsync)(file);
}

int fdatasync(int file) {
  if (fails("fsync", EIO)) return -1;
  return NEXT(fdatasync)(file);
}

int ioctl(int file, unsigned long request, ...) {
  va_list more;
  va_start(more, request);
  void *argument = va_arg(more, void *);
  va_end(more);
  if (fails("ioctl", EIO)) return -1;
  return (int)syscall(SYS_ioctl, file, request, argument);
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  if (fails("mmap", ENOMEM)) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

void *mmap64(void *address, size_t size, int protection, int flags, int file, off64_t offset)
  __attribute__((alias("mmap")));

int socket(int family, int type, int protocol) {
  if (fails("socket", EMFILE)) return -1;
  return (int)syscall(SYS_socket, family, type, protocol);
}
