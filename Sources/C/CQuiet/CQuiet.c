#include "CQuiet.h"
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <stdio.h>

static _Atomic(int) is_quiet;

static void ignore_alsa(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

void quiet_alsa_and_jack(void) {
  is_quiet = 1;
  snd_lib_error_set_handler(ignore_alsa);
}

void quiet_stdout(void) {
  FILE *nowhere = fopen("/dev/null", "we");
  if (nowhere) stdout = nowhere;
}

static void ignore_jack(const char *text) { (void)text; }

void quiet_loaded_jack(void) {
  // Never unloaded. Otherwise it would write again when a lost server is searched for.
  static _Atomic(void *) loaded;
  if (!is_quiet || loaded) return;
  void *library = dlopen("libjack.so.0", RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return;
  loaded = library;
  static const char *const setters[] = {"jack_set_error_function", "jack_set_info_function"};
  for (int index = 0; index < 2; index++) {
    void (*set)(void (*)(const char *)) = (void (*)(void (*)(const char *)))dlsym(library, setters[index]);
    if (set) set(ignore_jack);
  }
}
