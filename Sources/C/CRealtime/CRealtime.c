#define _GNU_SOURCE
#include "CRealtime.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
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

int rt_core_count(void) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) ? 1 : CPU_COUNT(&allowed);
}

void rt_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int rt_set_fifo(int priority) {
  struct sched_param p = {.sched_priority = priority};
  return pthread_setschedparam(pthread_self(), SCHED_FIFO, &p);
}

static void step_down(int signal) {
  (void)signal;
  int before = errno;
  struct sched_param plain = {.sched_priority = 0};
  // rtkit has set SCHED_RESET_ON_FORK. Without it here, only a privileged thread could leave its scheduling.
  sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &plain);
  errno = before;
}

void rt_obey_limit(void) {
  sigset_t warnings;
  sigemptyset(&warnings);
  sigaddset(&warnings, SIGXCPU);
  pthread_sigmask(SIG_UNBLOCK, &warnings, 0);
}

int rt_limit_runs(int64_t warning, int64_t end) {
  struct sigaction action = {.sa_handler = step_down, .sa_flags = SA_RESTART};
  struct rlimit limit;
  if (sigaction(SIGXCPU, &action, 0) || getrlimit(RLIMIT_RTTIME, &limit)) return errno;
  if (limit.rlim_max > (rlim_t)end) limit.rlim_max = (rlim_t)end;
  if (limit.rlim_cur > (rlim_t)warning) limit.rlim_cur = (rlim_t)warning;
  return setrlimit(RLIMIT_RTTIME, &limit) ? errno : 0;
}

int rt_thread_id(void) { return (int)syscall(SYS_gettid); }

bool rt_await(int descriptor, int64_t nanoseconds) {
  struct pollfd fd = {.fd = descriptor, .events = POLLIN};
  struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return ppoll(&fd, 1, nanoseconds < 0 ? 0 : &limit, 0) > 0;
}

int rt_shared_memory(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int rt_spawn_close_from(void *actions, int first) { return posix_spawn_file_actions_addclosefrom_np(actions, first); }

int64_t rt_processor_time(int process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void rt_yield(void) { sched_yield(); }

void rt_wake(int descriptor) {
  int before = errno;
  uint64_t one = 1;
  if (descriptor >= 0 && write(descriptor, &one, sizeof one) < 0) {
    // It has been woken 2^64 - 2 times, and is readable.
  }
  errno = before;
}

// The program this thread is in, for the signal handler on the same thread.
static __thread const char *volatile running;
// Leaves a guarded program after a crash.
static __thread void (*volatile landing)(int);

void rt_enter_program(const char *name) { running = name; }
void rt_enter_guarded_program(const char *name, void (*land)(int)) {
  running = name;
  landing = land;
}
void rt_leave_program(void) {
  running = 0;
  landing = 0;
}

enum { watched_count = 6, seconds_after_crash = 5 };
static const int watched[watched_count] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
static struct sigaction before[watched_count];

// The file that is kept when memory is damaged: its temporary name and its final name.
static char kept[2][4096];
static volatile sig_atomic_t keeps;

void rt_keep_on_crash(const char *temporary, const char *name) {
  keeps = 0;
  if (!temporary || strlen(temporary) >= sizeof kept[0] || strlen(name) >= sizeof kept[1]) return;
  strcpy(kept[0], temporary);
  strcpy(kept[1], name);
  keeps = 1;
}

static const char *volatile crashed;

static void say(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
}

static void say_crash(const char *name, int signal) {
  say("spinet: ");
  say(name);
  say(signal == SIGFPE ? ": crashed: division by zero"
                       : signal == SIGABRT ? ": crashed: it corrupted the process's memory" : ": crashed: invalid memory access");
  say(" while it computed; fix the program, or play another\n");
}

// Nothing can be freed or allocated any more. So the file only gets its final name, and the process ends as after any
// error of a program.
static void end_with_file(void) {
  if (keeps) rename(kept[0], kept[1]);
  _exit(65);
}

static void end_late(int signal) {
  (void)signal;
  say_crash(crashed, SIGABRT);
  end_with_file();
}

// Calls only functions that signal-safety(7) lists.
static void tell(int signal, siginfo_t *info, void *context) {
  (void)context;
  const char *name = running;
  void (*land)(int) = landing;
  rt_leave_program();
  if (land && signal != SIGABRT) {
    // The memory of the process may be damaged and a lock may be held. If the process hangs from now on, it is ended.
    static const struct sigaction late = {.sa_handler = end_late};
    sigaction(SIGALRM, &late, 0);
    crashed = name;
    alarm(seconds_after_crash);
    land(signal);
  }
  if (name) say_crash(name, signal);
  // A check in Spinet's own code has failed. Swift's handler would print a backtrace for many seconds, while the
  // instrument is silent and cannot be started again.
  bool own = !name && (signal == SIGILL || signal == SIGTRAP);
  if (own) say("spinet: ended by a mistake in its own code; a recording up to now is kept; please report what you did\n");
  // malloc(3) aborts while it holds its lock.
  if (land && signal == SIGABRT) end_with_file();
  // The instruction is tried again and fails again. The crash of a program has been reported and ends the process. Any
  // other crash goes to the previous handler.
  static const struct sigaction ending = {.sa_handler = SIG_DFL};
  for (int i = 0; i < watched_count; i++)
    if (watched[i] == signal) sigaction(signal, name || own ? &ending : &before[i], 0);
  // What another process has sent is not caused by an instruction, so that nothing would fail again.
  if (info->si_code <= 0) raise(signal);
}

void rt_outlive_crash(void) { alarm(0); }

void rt_watch_programs(void) {
  static int is_watching;
  if (__atomic_exchange_n(&is_watching, 1, __ATOMIC_SEQ_CST)) return;
  // The signal is not blocked meanwhile, because the handler may be left by longjmp.
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  action.sa_sigaction = tell;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &action, &before[i]);
}
