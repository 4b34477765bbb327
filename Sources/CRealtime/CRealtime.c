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

void rt_flush_denormals(void) {
#if defined(__SSE__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#elif defined(__aarch64__)
  uint64_t fpcr;
  __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
  __asm__ volatile("msr fpcr, %0" : : "r"(fpcr | (1u << 24)));
#endif
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
