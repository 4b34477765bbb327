#include "CPortMidi.h"
#include <dlfcn.h>
#include <pthread.h>

#define PM_DEFINE(Result, name, parameters, arguments) Result(*pm_pointer_##name) parameters;
PM_FUNCTIONS(PM_DEFINE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *missing;

// Never closed, because its timer has a thread.
static void load(void) {
  // What is declared here is the same in version 2.
  void *library = dlopen("libportmidi.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libportmidi.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    missing = "libportmidi.so.0";
    return;
  }
#define PM_LOOK_UP(Result, name, parameters, arguments) \
  *(void **)&pm_pointer_##name = dlsym(library, #name); \
  if (!pm_pointer_##name) missing = #name;
  PM_FUNCTIONS(PM_LOOK_UP)
}

const char *pm_load(void) {
  pthread_once(&once, load);
  return missing;
}
