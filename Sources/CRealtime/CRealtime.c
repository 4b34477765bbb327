#define _GNU_SOURCE
#include "CRealtime.h"
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#if defined(__SSE__)
// Flush-to-zero and denormals-are-zero.
enum { denormals = 0x8040 };
static uint64_t float_control(void) { return _mm_getcsr(); }
static void set_float_control(uint64_t word) { _mm_setcsr((unsigned)word); }
#elif defined(__aarch64__)
enum { denormals = 1 << 24 };
static uint64_t float_control(void) {
  uint64_t word;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  return word;
}
static void set_float_control(uint64_t word) { __asm__ volatile("msr fpcr, %0" : : "r"(word)); }
#else
enum { denormals = 0 };
static uint64_t float_control(void) { return 0; }
static void set_float_control(uint64_t word) { (void)word; }
#endif

uint64_t rt_flush_denormals(void) {
  uint64_t before = float_control();
  set_float_control(before | denormals);
  return before & denormals;
}

void rt_restore_denormals(uint64_t before) {
  set_float_control((float_control() & ~(uint64_t)denormals) | before);
}

bool rt_has_wide_lanes(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

void rt_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int rt_set_fifo(int priority) {
  struct sched_param p = {.sched_priority = priority};
  return pthread_setschedparam(pthread_self(), SCHED_FIFO, &p);
}

int rt_thread_id(void) { return (int)syscall(SYS_gettid); }

void rt_await(int descriptor, int64_t nanoseconds) {
  struct pollfd fd = {.fd = descriptor, .events = POLLIN};
  struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  ppoll(&fd, 1, nanoseconds < 0 ? 0 : &limit, 0);
}
