// Everything the audio thread may call in C. Each function here is a promise, checked by no compiler,
// that it neither allocates, locks nor waits: keep the list short and read it whole when it changes.
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include "CRealtimeLanes.h"

#if defined(__swift__)
#define REALTIME_SAFE __attribute__((swift_attr("@_noLocks")))
#else
#define REALTIME_SAFE
#endif

static inline REALTIME_SAFE float rt_sqrtf(float x) { return __builtin_sqrtf(x); }
static inline REALTIME_SAFE double rt_sqrt(double x) { return __builtin_sqrt(x); }
static inline REALTIME_SAFE double rt_exp2(double x) { return exp2(x); }
static inline REALTIME_SAFE double rt_log2(double x) { return log2(x); }
static inline REALTIME_SAFE float rt_expf(float x) { return expf(x); }
static inline REALTIME_SAFE float rt_sinf(float x) { return sinf(x); }
static inline REALTIME_SAFE float rt_cosf(float x) { return cosf(x); }
static inline REALTIME_SAFE float rt_tanf(float x) { return tanf(x); }

// Whether the processor has AVX2 and fused multiplication.
bool rt_has_wide_lanes(void);

// CLOCK_MONOTONIC in nanoseconds: a vDSO read, no system call.
static inline REALTIME_SAFE uint64_t rt_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// Tells the processor that the thread spins, for the other thread of the same core.
static inline REALTIME_SAFE void rt_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// The processor cores that this process may use, at least 1: taskset(1) or a container may allow fewer than there are.
int rt_core_count(void);

// Sets flush-to-zero and denormals-are-zero for the calling thread; answers what `rt_restore_denormals`
// wants.
uint64_t rt_flush_denormals(void);

// Makes of denormals again what the calling thread made of them before `rt_flush_denormals`.
void rt_restore_denormals(uint64_t before);

// Names the calling thread, 15 characters at most.
void rt_name_thread(const char *name);

// Asks SCHED_FIFO at `priority` for the calling thread; 0 or an errno.
int rt_set_fifo(int priority);

// Makes a realtime thread that holds the processor for `warning` microseconds one like any other, so that it is
// not still realtime after `end`, when the kernel kills the process; 0 or an errno.
int rt_limit_runs(int64_t warning, int64_t end);

// Lets the calling thread be told by `rt_limit_runs`, whatever the thread that started it keeps out.
void rt_heed_limit(void);

// The kernel's number of the calling thread, as rtkit wants it.
int rt_thread_id(void);

// Until `rt_leave_program`, a crash of this thread is reported under this name, that of a .dsp or .csd. The name has
// to last until then.
REALTIME_SAFE void rt_enter_program(const char *name);
REALTIME_SAFE void rt_leave_program(void);

// The same for a program that survives its crash: the handler calls `land`, which leaves it by longjmp. It gets the
// signal's number, and returns only when it has nowhere to go.
REALTIME_SAFE void rt_enter_guarded_program(const char *name, void (*land)(int signal));

// If a guarded program breaks the process's memory, the file `temporary` is renamed to `name` before the process ends;
// null keeps nothing.
void rt_keep_on_crash(const char *temporary, const char *name);

// Says that the process continues after a guarded program's crash; without it, it is ended after five seconds.
void rt_outlive_crash(void);

// Makes crashes inside a program leave a line on standard error and end the process by the same signal; what happens
// on other crashes is not changed.
void rt_watch_programs(void);

// Waits until `descriptor` can be read or `nanoseconds` have passed; below zero it waits for ever. Returns whether it
// can be read. For threads at rest, not for render.
bool rt_await(int descriptor, int64_t nanoseconds);

// Makes the eventfd `descriptor` readable; below zero it does nothing. Keeps errno, for signal handlers.
void rt_wake(int descriptor);
