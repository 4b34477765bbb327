// C for every engine: mathematics, the clock, threads, and what happens when a program crashes.
//
// The audio thread may call the functions marked REALTIME_SAFE, and no others. The mark is a promise that the function
// neither allocates, locks nor waits. No compiler checks it: keep these functions few, and read them all after a change.
// Those of eight lanes are in CRealtimeLanes.h, those of single engines in CFaust.h, CFluidSynth.h and CCsound/shim.h.
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

// Tells the processor that the thread spins, so that the other thread of the core gets more of it.
static inline REALTIME_SAFE void rt_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// The number of processor cores that this process may use, at least 1. taskset(1) or a container may allow fewer
// than the machine has.
int rt_core_count(void);

// Sets flush-to-zero and denormals-are-zero for the calling thread. Returns the setting before, for
// `rt_restore_denormals`.
uint64_t rt_flush_denormals(void);

// Gives the calling thread the setting that `rt_flush_denormals` returned.
void rt_restore_denormals(uint64_t before);

// Names the calling thread, 15 characters at most.
void rt_name_thread(const char *name);

// Gives the calling thread SCHED_FIFO at `priority`. Returns 0 or an errno.
int rt_set_fifo(int priority);

// Takes realtime scheduling away from a thread that has run for `warning` microseconds without waiting. The kernel kills
// the process when a thread is still realtime after `end` microseconds. Returns 0 or an errno.
int rt_limit_runs(int64_t warning, int64_t end);

// Lets the signal of `rt_limit_runs` reach the calling thread, even if the thread that started it blocks signals.
void rt_obey_limit(void);

// The kernel's number of the calling thread, which rtkit needs.
int rt_thread_id(void);

// Until `rt_leave_program`, a crash of this thread is reported under `name`, which is the name of a .dsp or .csd. The
// string must stay valid until then.
REALTIME_SAFE void rt_enter_program(const char *name);
REALTIME_SAFE void rt_leave_program(void);

// The same for a program whose crash the process survives: the signal handler calls `land` with the signal's number, and
// `land` leaves the program by longjmp. `land` returns only when there is no frame to jump to.
REALTIME_SAFE void rt_enter_guarded_program(const char *name, void (*land)(int signal));

// If a guarded program damages the process's memory, the file `temporary` is renamed to `name` before the process ends;
// null renames nothing.
void rt_keep_on_crash(const char *temporary, const char *name);

// Call after a guarded program's crash, when the process can continue. Otherwise it is ended after five seconds.
void rt_outlive_crash(void);

// From now on a crash inside a program writes a line to standard error and ends the process by the same signal. Other
// crashes are handled as before.
void rt_watch_programs(void);

// Waits until `descriptor` can be read or `nanoseconds` have passed; below zero it waits without a limit. Returns whether
// it can be read. Not for the audio thread while it renders.
bool rt_await(int descriptor, int64_t nanoseconds);

// Makes the eventfd `descriptor` readable; below zero it does nothing. Keeps errno, for signal handlers. It is one system
// call, which never waits.
REALTIME_SAFE void rt_wake(int descriptor);

// A descriptor of memory without a size, which two processes can share; -1 with errno if there is none.
int rt_shared_memory(const char *name);

// Adds to the `posix_spawn_file_actions_t` at `actions` that every descriptor from `first` on is closed. Returns 0 or an
// errno.
int rt_spawn_close_from(void *actions, int first);

// The processor time that a process has taken so far, in nanoseconds; 0 is this process. -1 if there is no such process.
int64_t rt_processor_time(int process);

// Lets other threads run. Only for a render to a file, where a block may take any time.
REALTIME_SAFE void rt_yield(void);
