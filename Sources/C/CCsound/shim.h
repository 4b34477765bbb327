#pragma once
// Debian's library counts in doubles; csound.h must come first, or csdl.h hides its functions.
#define USE_DOUBLE
#include <csound/csound.h>
#include <csound/csdl.h>
#include <setjmp.h>
#include <stdio.h>

// The calls of the audio thread. Csound may allocate and lock: an instrument that starts may do both, and
// `csoundPerformKsmps` takes a lock, for which only calls from other threads compete. This is the one reviewed
// exception to the rules of the audio thread. Keep the list short.
#if defined(__swift__)
#define CSOUND_REVIEWED __attribute__((swift_attr("@_noLocks")))
#else
#define CSOUND_REVIEWED
#endif

// `exitnow`, fatal errors and flags such as --version leave Csound by its LongJmp. Csound jumps to the frame of the
// first csoundPerformKsmps, which does not exist any more during the second: that crashes the host. So each call that
// may be left sets its own target of the jump, and returns CS_LEFT after it.
//
// After a crash inside such a call, the signal handler calls `cs_land`, which jumps to the same target. The call then
// returns CS_CRASHED plus the signal's number, and the instance must not be used any more.
enum { CS_LEFT = 0x4C454654, CS_CRASHED = 0x43524100 };
static inline jmp_buf **cs_landing(void) {
  static _Thread_local jmp_buf *landing;
  return &landing;
}

static inline void cs_leave(CSOUND *csound, int code) {
  (void)csound, (void)code;
  longjmp(**cs_landing(), CS_LEFT);
}

static inline void cs_land(int signal) {
  if (*cs_landing()) longjmp(**cs_landing(), CS_CRASHED + signal);
}

// The signal of a crash; 0 for any other result.
static inline CSOUND_REVIEWED int cs_crash(int answer) {
  return answer > CS_CRASHED && answer < CS_CRASHED + 128 ? answer - CS_CRASHED : 0;
}

#define CS_GUARDED(call)                                       \
  jmp_buf landing;                                             \
  void (*own)(CSOUND *, int) = (void (*)(CSOUND *, int))csound->LongJmp; \
  *cs_landing() = &landing;                                    \
  *(void (**)(CSOUND *, int))&csound->LongJmp = cs_leave;      \
  int answer = setjmp(landing);                                \
  if (!answer) answer = (call);                                \
  *cs_landing() = 0;                                           \
  *(void (**)(CSOUND *, int))&csound->LongJmp = own;           \
  return answer

static inline int cs_compile(CSOUND *csound, const char *text) { CS_GUARDED(csoundCompileCsdText(csound, text)); }
static inline int cs_start(CSOUND *csound) { CS_GUARDED(csoundStart(csound)); }

// Destroys an instance. Returns 0 unless that was left before its end.
static inline int cs_destroy(CSOUND *csound) {
  jmp_buf landing;
  *cs_landing() = &landing;
  int answer = setjmp(landing);
  if (!answer) csoundDestroy(csound);
  *cs_landing() = 0;
  return answer;
}

// Compiles additional orchestra code.
static inline int cs_compile_orchestra(CSOUND *csound, const char *text) { CS_GUARDED(csoundCompileOrc(csound, text)); }

// Copies the values for cs_copy_table. `table` is the memory of a table.
static inline CSOUND_REVIEWED int cs_copy_values(MYFLT *table, long length, long first, double *values, long count, int writes) {
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

// Performs one control block. Returns 0 unless the performance is over.
static inline CSOUND_REVIEWED int cs_perform(CSOUND *csound) { CS_GUARDED(csoundPerformKsmps(csound)); }

// The text of a string channel. Valid until Csound's next control block.
static inline CSOUND_REVIEWED const char *cs_text(const MYFLT *channel) { return ((const STRINGDAT *)channel)->data; }

// `invalue` and `outvalue` call the host. Here both use the channel with that name.
static inline int cs_is_text(const void *type) {
  return ((const CS_TYPE *)type)->varTypeName[0] == 'S';
}

static inline void cs_give_value(CSOUND *csound, const char *name, void *value, const void *type) {
  MYFLT *channel;
  if (cs_is_text(type)) {
    // Csound promises 256 bytes.
    if (csoundGetChannelPtr(csound, &channel, name, CSOUND_STRING_CHANNEL | CSOUND_INPUT_CHANNEL) == 0 && cs_text(channel))
      snprintf((char *)value, 256, "%s", cs_text(channel));
  } else if (csoundGetChannelPtr(csound, &channel, name, CSOUND_CONTROL_CHANNEL | CSOUND_INPUT_CHANNEL) == 0) {
    *(MYFLT *)value = *channel;
  }
}

static inline void cs_take_value(CSOUND *csound, const char *name, void *value, const void *type) {
  MYFLT *channel;
  if (cs_is_text(type)) {
    if (csoundGetChannelPtr(csound, &channel, name, CSOUND_STRING_CHANNEL | CSOUND_OUTPUT_CHANNEL) == 0)
      csoundSetStringChannel(csound, name, (char *)value);
  } else if (csoundGetChannelPtr(csound, &channel, name, CSOUND_CONTROL_CHANNEL | CSOUND_OUTPUT_CHANNEL) == 0) {
    *channel = *(MYFLT *)value;
  }
}

static inline void cs_serve_values(CSOUND *csound) {
  csoundSetInputChannelCallback(csound, cs_give_value);
  csoundSetOutputChannelCallback(csound, cs_take_value);
}

// Sends a score event for the beginning of the next control block.
static inline CSOUND_REVIEWED int cs_event(CSOUND *csound, char kind, const double *fields, long count) {
  return csoundScoreEvent(csound, kind, fields, count);
}

// Sends score lines, which Csound reads in its next control block.
static inline CSOUND_REVIEWED int cs_send_score(CSOUND *csound, const char *text) {
  CS_GUARDED((csoundInputMessage(csound, text), 0));
}

// Copies values from a table, or into it if `writes`, from `first` on. Writes nothing unless all values fit. Sets
// `length` to the table's length, or -1. If the guard point behind the last value was equal to the first value, it
// stays so.
static inline CSOUND_REVIEWED int cs_copy_table(
    CSOUND *csound, int number, long first, double *values, long count, int writes, long *length) {
  MYFLT *table;
  CS_GUARDED((*length = csoundGetTable(csound, &table, number), cs_copy_values(table, *length, first, values, count, writes)));
}

// Ends the instances of exactly this (fractional) instrument number, without their release.
static inline CSOUND_REVIEWED int cs_kill(CSOUND *csound, double instrument) {
  return csoundKillInstance(csound, instrument, 0, 4, 0);
}

// Sets marks[n] for each sounding instance of `instrument` numbered `instrument + (n + 1) / 1000`.
static inline CSOUND_REVIEWED void cs_mark_instances(
    CSOUND *csound, int instrument, unsigned char *marks, int count) {
  INSTRTXT *text = csound->GetInstrumentList(csound)[instrument];
  for (int n = 0; n < count; n++) marks[n] = 0;
  if (!text) return;
  for (INSDS *instance = text->instance; instance; instance = instance->nxtinstance) {
    int n = (int)((instance->p1.value - instrument) * 1000 + 0.5) - 1;
    if (instance->actflg && n >= 0 && n < count) marks[n] = 1;
  }
}

// Whether the orchestra has an instrument of that number. Csound checks the length of its list, and warns when
// the number is not in it.
static inline int cs_has_instrument(CSOUND *csound, int instrument) {
  double number = instrument;
  return csound->strarg2insno(csound, &number, 0) == instrument;
}

// How many p-fields an instrument reads; Csound warns about notes that have more.
static inline int cs_field_count(CSOUND *csound, int instrument) {
  INSTRTXT *text = csound->GetInstrumentList(csound)[instrument];
  return text ? text->pmax : 0;
}

// Calls a function of the host between control blocks. The host promises that this is safe.
static inline CSOUND_REVIEWED void cs_call(void (*function)(void *), void *context) { function(context); }
