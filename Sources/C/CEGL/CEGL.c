#include "CEGL.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define GPU_DEFINE(Result, name, parameters, arguments) Result(*gpu_pointer_##name) parameters;
GPU_FUNCTIONS(GPU_DEFINE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *missing;

// Never closed, because drivers do not survive that.
static void load(void) {
  void *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  void *gles = dlopen("libGLESv2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!egl) missing = "libEGL.so.1";
  if (!gles) missing = "libGLESv2.so.2";
  if (missing) return;
#define GPU_LOOK_UP(Result, name, parameters, arguments) \
  *(void **)&gpu_pointer_##name = dlsym(strncmp(#name, "egl", 3) ? gles : egl, #name); \
  if (!gpu_pointer_##name) missing = #name;
  GPU_FUNCTIONS(GPU_LOOK_UP)
}

const char *gpu_load(void) {
  pthread_once(&once, load);
  return missing;
}
