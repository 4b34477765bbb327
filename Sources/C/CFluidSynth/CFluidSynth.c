#include "CFluidSynth.h"
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>

#define FS_DEFINE(Result, name, parameters) Result(*fs_pointer_##name) parameters;
FS_FUNCTIONS(FS_DEFINE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *missing;

// Never closed, because its synthesizers exist until the last part has rung out.
static void load(void) {
  void *library = dlopen("libfluidsynth.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    missing = "libfluidsynth.so.3";
    return;
  }
#define FS_LOOK_UP(Result, name, parameters) \
  *(void **)&fs_pointer_##name = dlsym(library, #name); \
  if (!fs_pointer_##name) missing = #name;
  FS_FUNCTIONS(FS_LOOK_UP)
}

const char *fs_load_library(void) {
  pthread_once(&once, load);
  return missing;
}

long fs_allocated_bytes(void) {
  struct mallinfo2 all = mallinfo2();
  return (long)(all.uordblks + all.hblkhd);
}
