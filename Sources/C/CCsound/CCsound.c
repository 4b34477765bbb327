#include "CCsound.h"
#include "structures.h"
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#define CS_DEFINE(Result, name, parameters, arguments) Result(*cs_pointer_##name) parameters;
CS_FUNCTIONS(CS_DEFINE)
CS_FUNCTIONS_BY_ANOTHER_TYPE(CS_DEFINE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *missing;

// Its symbols are for all, as if it were linked, because plugins with opcodes may need them. Never closed, because a
// performance that has crashed leaves its instance behind.
static void load(void) {
  void *library = dlopen("libcsound64.so.6.0", RTLD_NOW | RTLD_GLOBAL);
  if (!library) {
    missing = "libcsound64.so.6.0";
    return;
  }
#define CS_LOOK_UP(Result, name, parameters, arguments) \
  *(void **)&cs_pointer_##name = dlsym(library, #name); \
  if (!cs_pointer_##name) missing = #name;
  CS_FUNCTIONS(CS_LOOK_UP)
  CS_FUNCTIONS_BY_ANOTHER_TYPE(CS_LOOK_UP)
}

const char *cs_load(void) {
  pthread_once(&once, load);
  return missing;
}

// Where the call that this thread has begun is left to.
static _Thread_local jmp_buf *landing;

static void leave(cs_csound *csound, int code) {
  (void)csound, (void)code;
  longjmp(*landing, CS_LEFT);
}

void cs_land(int signal) {
  if (landing) longjmp(*landing, CS_CRASHED + signal);
}

static cs_members *members(cs_csound *csound) { return (cs_members *)csound; }

#define CS_GUARDED(call) \
  jmp_buf target; \
  void (*own)(cs_csound *, int) = members(csound)->leave; \
  landing = &target; \
  members(csound)->leave = leave; \
  int answer = setjmp(target); \
  if (!answer) answer = (call); \
  landing = 0; \
  members(csound)->leave = own; \
  return answer

int cs_compile(cs_csound *csound, const char *text) { CS_GUARDED(cs_csoundCompileCsdText(csound, text)); }
int cs_start(cs_csound *csound) { CS_GUARDED(cs_csoundStart(csound)); }
int cs_perform(cs_csound *csound) { CS_GUARDED(cs_csoundPerformKsmps(csound)); }

int cs_compile_orchestra(cs_csound *csound, const char *text) { CS_GUARDED(cs_csoundCompileOrc(csound, text)); }

int cs_send_score(cs_csound *csound, const char *text) { CS_GUARDED((cs_csoundInputMessage(csound, text), 0)); }

int cs_destroy(cs_csound *csound) {
  jmp_buf target;
  landing = &target;
  int answer = setjmp(target);
  if (!answer) cs_csoundDestroy(csound);
  landing = 0;
  return answer;
}

// Copies the values for cs_copy_table. `table` is the memory of a table.
static int copy_values(double *table, long length, long first, double *values, long count, int writes) {
  if (length <= 0 || first < 0 || first >= length) return 0;
  if (!writes) {
    for (long n = 0; n < count && first + n < length; n++) values[n] = table[first + n];
    return 0;
  }
  if (count > length - first) return 0;
  int goes_round = table[length] == table[0];
  for (long n = 0; n < count; n++) table[first + n] = values[n];
  if (goes_round) table[length] = table[0];
  return 0;
}

int cs_copy_table(
    cs_csound *csound, int number, long first, double *values, long count, int writes, long *length) {
  double *table;
  CS_GUARDED(
      (*length = cs_csoundGetTable(csound, &table, number),
       copy_values(table, *length, first, values, count, writes)));
}

// A channel's type is a CS_TYPE, which begins with its name.
static int is_text(const void *type) { return **(const char *const *)type == 'S'; }

static void give_value(cs_csound *csound, const char *name, void *value, const void *type) {
  double *channel;
  if (is_text(type)) {
    // Csound promises 256 bytes.
    if (cs_csoundGetChannelPtr(csound, &channel, name, cs_string_channel | cs_input_channel) == 0 && cs_text(channel))
      snprintf((char *)value, 256, "%s", cs_text(channel));
  } else if (cs_csoundGetChannelPtr(csound, &channel, name, cs_control_channel | cs_input_channel) == 0) {
    *(double *)value = *channel;
  }
}

static void take_value(cs_csound *csound, const char *name, void *value, const void *type) {
  double *channel;
  if (is_text(type)) {
    if (cs_csoundGetChannelPtr(csound, &channel, name, cs_string_channel | cs_output_channel) == 0)
      cs_csoundSetStringChannel(csound, name, (char *)value);
  } else if (cs_csoundGetChannelPtr(csound, &channel, name, cs_control_channel | cs_output_channel) == 0) {
    *channel = *(double *)value;
  }
}

void cs_serve_values(cs_csound *csound) {
  cs_csoundSetInputChannelCallback(csound, give_value);
  cs_csoundSetOutputChannelCallback(csound, take_value);
}

static void say_nothing(cs_csound *csound, int attributes, const char *format, va_list arguments) {
  (void)csound, (void)attributes, (void)format, (void)arguments;
}

void cs_silence_all(void) { cs_csoundSetDefaultMessageCallback((void (*)(void))say_nothing); }
void cs_silence(cs_csound *csound) { cs_csoundSetMessageCallback(csound, (void (*)(void))say_nothing); }

void cs_mark_instances(cs_csound *csound, int instrument, unsigned char *marks, int count) {
  cs_instrument *text = members(csound)->GetInstrumentList(csound)[instrument];
  for (int n = 0; n < count; n++) marks[n] = 0;
  if (!text) return;
  for (cs_instance *instance = text->instances; instance; instance = instance->next) {
    int n = (int)((instance->number - instrument) * 1000 + 0.5) - 1;
    if (instance->is_active && n >= 0 && n < count) marks[n] = 1;
  }
}

int cs_has_instrument(cs_csound *csound, int instrument) {
  double number = instrument;
  return members(csound)->strarg2insno(csound, &number, 0) == instrument;
}

int cs_field_count(cs_csound *csound, int instrument) {
  cs_instrument *text = members(csound)->GetInstrumentList(csound)[instrument];
  return text ? text->field_count : 0;
}
