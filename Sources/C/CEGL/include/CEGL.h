// The functions of EGL and OpenGL ES 3 that are needed to draw a picture without a screen. They are declared here
// and loaded at run time, so that the program builds and starts on machines without these libraries. The names are
// those of the libraries, with gpu_ before them.
#pragma once
#include <stdint.h>

// Loads both libraries once. Returns null if they are complete, otherwise what is missing.
const char *gpu_load(void);

#define GPU_FUNCTIONS(GPU) \
  GPU(void *, eglGetPlatformDisplay, (uint32_t platform, void *native, const intptr_t *attributes), \
      (platform, native, attributes)) \
  GPU(uint32_t, eglInitialize, (void *display, int32_t *major, int32_t *minor), (display, major, minor)) \
  GPU(uint32_t, eglBindAPI, (uint32_t api), (api)) \
  GPU(uint32_t, eglChooseConfig, \
      (void *display, const int32_t *wanted, void **configs, int32_t room, int32_t *count), \
      (display, wanted, configs, room, count)) \
  GPU(void *, eglCreateContext, (void *display, void *config, void *shared, const int32_t *attributes), \
      (display, config, shared, attributes)) \
  GPU(uint32_t, eglMakeCurrent, (void *display, void *draw, void *read, void *context), \
      (display, draw, read, context)) \
  GPU(uint32_t, eglDestroyContext, (void *display, void *context), (display, context)) \
  GPU(uint32_t, eglTerminate, (void *display), (display)) \
  GPU(uint32_t, glCreateShader, (uint32_t kind), (kind)) \
  GPU(void, glShaderSource, (uint32_t shader, int32_t count, const char *const *texts, const int32_t *lengths), \
      (shader, count, texts, lengths)) \
  GPU(void, glCompileShader, (uint32_t shader), (shader)) \
  GPU(void, glGetShaderiv, (uint32_t shader, uint32_t what, int32_t *value), (shader, what, value)) \
  GPU(void, glGetShaderInfoLog, (uint32_t shader, int32_t room, int32_t *length, char *text), \
      (shader, room, length, text)) \
  GPU(uint32_t, glCreateProgram, (void), ()) \
  GPU(void, glAttachShader, (uint32_t program, uint32_t shader), (program, shader)) \
  GPU(void, glLinkProgram, (uint32_t program), (program)) \
  GPU(void, glGetProgramiv, (uint32_t program, uint32_t what, int32_t *value), (program, what, value)) \
  GPU(void, glUseProgram, (uint32_t program), (program)) \
  GPU(int32_t, glGetUniformLocation, (uint32_t program, const char *name), (program, name)) \
  GPU(void, glUniform1i, (int32_t location, int32_t value), (location, value)) \
  GPU(void, glUniform1f, (int32_t location, float value), (location, value)) \
  GPU(void, glUniformMatrix4fv, (int32_t location, int32_t count, uint8_t turned, const float *values), \
      (location, count, turned, values)) \
  GPU(void, glGenTextures, (int32_t count, uint32_t *names), (count, names)) \
  GPU(void, glBindTexture, (uint32_t target, uint32_t name), (target, name)) \
  GPU(void, glTexParameteri, (uint32_t target, uint32_t what, int32_t value), (target, what, value)) \
  GPU(void, glPixelStorei, (uint32_t what, int32_t value), (what, value)) \
  GPU(void, glTexImage2D, (uint32_t target, int32_t level, int32_t inside, int32_t width, int32_t height, \
      int32_t border, uint32_t format, uint32_t kind, const void *pixels), \
      (target, level, inside, width, height, border, format, kind, pixels)) \
  GPU(void, glGenBuffers, (int32_t count, uint32_t *names), (count, names)) \
  GPU(void, glBindBuffer, (uint32_t target, uint32_t name), (target, name)) \
  GPU(void, glBufferData, (uint32_t target, intptr_t size, const void *bytes, uint32_t use), \
      (target, size, bytes, use)) \
  GPU(void, glGenFramebuffers, (int32_t count, uint32_t *names), (count, names)) \
  GPU(void, glBindFramebuffer, (uint32_t target, uint32_t name), (target, name)) \
  GPU(void, glGenRenderbuffers, (int32_t count, uint32_t *names), (count, names)) \
  GPU(void, glBindRenderbuffer, (uint32_t target, uint32_t name), (target, name)) \
  GPU(void, glRenderbufferStorage, (uint32_t target, uint32_t format, int32_t width, int32_t height), \
      (target, format, width, height)) \
  GPU(void, glFramebufferRenderbuffer, (uint32_t target, uint32_t attachment, uint32_t kind, uint32_t name), \
      (target, attachment, kind, name)) \
  GPU(uint32_t, glCheckFramebufferStatus, (uint32_t target), (target)) \
  GPU(void, glGetIntegerv, (uint32_t what, int32_t *value), (what, value)) \
  GPU(void, glViewport, (int32_t x, int32_t y, int32_t width, int32_t height), (x, y, width, height)) \
  GPU(void, glClearColor, (float red, float green, float blue, float alpha), (red, green, blue, alpha)) \
  GPU(void, glClear, (uint32_t what), (what)) \
  GPU(void, glEnable, (uint32_t what), (what)) \
  GPU(void, glDrawElements, (uint32_t shape, int32_t count, uint32_t kind, const void *start), \
      (shape, count, kind, start)) \
  GPU(void, glReadPixels, (int32_t x, int32_t y, int32_t width, int32_t height, uint32_t format, uint32_t kind, \
      void *pixels), (x, y, width, height, format, kind, pixels)) \
  GPU(uint32_t, glGetError, (void), ())

#define GPU_DECLARE(Result, name, parameters, arguments) \
  extern Result(*gpu_pointer_##name) parameters; \
  static inline Result gpu_##name parameters { return gpu_pointer_##name arguments; }

// Call these only after gpu_load has returned null.
GPU_FUNCTIONS(GPU_DECLARE)
