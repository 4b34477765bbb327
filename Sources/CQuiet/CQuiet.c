#include "CQuiet.h"
#include <alsa/asoundlib.h>
#include <dlfcn.h>

static void say_nothing(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

void quiet_alsa(void) { snd_lib_error_set_handler(say_nothing); }

static void hear_nothing(const char *text) { (void)text; }

void quiet_jack(void) {
  // Kept for good, or it would begin to talk again when a lost server is sought.
  static _Atomic(void *) kept;
  if (kept) return;
  void *library = dlopen("libjack.so.0", RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return;
  kept = library;
  static const char *const setters[] = {"jack_set_error_function", "jack_set_info_function"};
  for (int index = 0; index < 2; index++) {
    void (*set)(void (*)(const char *)) = (void (*)(void (*)(const char *)))dlsym(library, setters[index]);
    if (set) set(hear_nothing);
  }
}
