#define _GNU_SOURCE
#include "CFaust.h"
#include <signal.h>
#include <unistd.h>

void *faust_create(const FaustFunctions *f) { return ((void *(*)(void))f->create)(); }

void faust_destroy(const FaustFunctions *f, void *state) { ((void (*)(void *))f->destroy)(state); }

void faust_init_shared(const FaustFunctions *f, int frames_per_second) {
  ((void (*)(int))f->class_init)(frames_per_second);
}

void faust_init(const FaustFunctions *f, void *state, int frames_per_second) {
  ((void (*)(void *, int))f->instance_init)(state, frames_per_second);
}

void faust_build_interface(const FaustFunctions *f, void *state, FaustInterface *interface) {
  ((void (*)(void *, FaustInterface *))f->build_interface)(state, interface);
}

void faust_metadata(const FaustFunctions *f, FaustMetadata *metadata) {
  ((void (*)(FaustMetadata *))f->metadata)(metadata);
}

int faust_input_count(const FaustFunctions *f, void *state) {
  return ((int (*)(void *))f->input_count)(state);
}

int faust_output_count(const FaustFunctions *f, void *state) {
  return ((int (*)(void *))f->output_count)(state);
}

// The program this thread is in, for the signal handler on the same thread.
static __thread const char *volatile running;

void faust_enter(const char *name) { running = name; }
void faust_leave(void) { running = 0; }

enum { watched_count = 4 };
static const int watched[watched_count] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction before[watched_count];

static void say(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
}

// Only functions that signal-safety(7) lists.
static void tell(int signal, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  const char *name = running;
  if (name) {
    say("spinet: ");
    say(name);
    say(signal == SIGFPE ? ": crashed by a division" : ": crashed by an invalid memory access");
    say(" while it computed; fix the program, or play another\n");
  }
  // The instruction is tried again and fails again: a program's crash has been told and ends the process,
  // any other is told by whoever was there before.
  static const struct sigaction ending = {.sa_handler = SIG_DFL};
  for (int i = 0; i < watched_count; i++)
    if (watched[i] == signal) sigaction(signal, name ? &ending : &before[i], 0);
}

void faust_watch_crashes(void) {
  static int is_watching;
  if (__atomic_exchange_n(&is_watching, 1, __ATOMIC_SEQ_CST)) return;
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = tell;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &action, &before[i]);
}
