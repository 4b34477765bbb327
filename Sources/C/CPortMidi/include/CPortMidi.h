// PortMidi, which is loaded when somebody asks for it. What is needed of it is declared here, so that Spinet builds and
// starts on machines without it. The names are those of the library, with pm_ before them.
#pragma once
#include <stdint.h>

// A PmDeviceInfo, as far as version 1 has it.
typedef struct {
  int version;
  const char *interface, *name;
  int has_input, has_output;
} pm_device;

// A PmEvent: a whole message, or four bytes of a system exclusive message.
typedef struct {
  int32_t message;
  int32_t milliseconds;
} pm_event;

enum { pm_buffer_overflow = -9996 };

// Loads the library once. Returns null if it is complete, otherwise what is missing. Call the other functions only
// after that.
const char *pm_load(void);

#define PM_FUNCTIONS(PM) \
  PM(int, Pm_Initialize, (void), ()) \
  PM(int, Pm_Terminate, (void), ()) \
  PM(const char *, Pm_GetErrorText, (int error), (error)) \
  PM(int, Pm_CountDevices, (void), ()) \
  PM(const pm_device *, Pm_GetDeviceInfo, (int device), (device)) \
  PM(int, Pm_OpenInput, \
     (void **stream, int device, void *driver, int32_t size, int32_t (*time)(void *), void *context), \
     (stream, device, driver, size, time, context)) \
  PM(int, Pm_OpenOutput, \
     (void **stream, int device, void *driver, int32_t size, int32_t (*time)(void *), void *context, \
      int32_t latency), \
     (stream, device, driver, size, time, context, latency)) \
  PM(int, Pm_Close, (void *stream), (stream)) \
  PM(int, Pm_Read, (void *stream, pm_event *events, int32_t count), (stream, events, count)) \
  PM(int, Pm_WriteShort, (void *stream, int32_t time, int32_t message), (stream, time, message)) \
  PM(int, Pt_Start, (int milliseconds, void (*function)(int32_t, void *), void *context), \
     (milliseconds, function, context)) \
  PM(int32_t, Pt_Time, (void), ())

#define PM_DECLARE(Result, name, parameters, arguments) \
  extern Result(*pm_pointer_##name) parameters; \
  static inline Result pm_##name parameters { return pm_pointer_##name arguments; }
PM_FUNCTIONS(PM_DECLARE)
#undef PM_DECLARE
