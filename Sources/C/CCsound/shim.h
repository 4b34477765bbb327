#pragma once
// Debian's library counts in doubles; csound.h must come first, or csdl.h hides its functions.
#define USE_DOUBLE
#include <csound/csound.h>
#include <csound/csdl.h>
#include <setjmp.h>

// What the audio thread calls. Csound may allocate and lock: an instrument that starts may do both, and
// `csoundPerformKsmps` takes a lock, for which only calls from other threads compete. This is the one reviewed
// exception to the rule of the audio thread; keep the list short.
#if defined(__swift__)
#define CSOUND_REVIEWED __attribute__((swift_attr("@_noLocks")))
#else
#define CSOUND_REVIEWED
#endif

// `exitnow`, fatal errors and flags such as --version leave Csound by its LongJmp. Its own landing place is the
// frame of the first csoundPerformKsmps, which is gone by the second: that crashes the host. So each call that
// may leave gets a landing place of its own, and answers CS_LEFT when Csound came there.
enum { CS_LEFT = 0x4C454654 };
static inline jmp_buf **cs_landing(void) {
  static _Thread_local jmp_buf *landing;
  return &landing;
}

static inline void cs_leave(CSOUND *csound, int code) {
  (void)csound, (void)code;
  longjmp(**cs_landing(), 1);
}

#define CS_GUARDED(call)                                       \
  jmp_buf landing;                                             \
  void (*own)(CSOUND *, int) = (void (*)(CSOUND *, int))csound->LongJmp; \
  *cs_landing() = &landing;                                    \
  *(void (**)(CSOUND *, int))&csound->LongJmp = cs_leave;      \
  int answer = setjmp(landing) ? CS_LEFT : (call);             \
  *(void (**)(CSOUND *, int))&csound->LongJmp = own;           \
  return answer

static inline int cs_compile(CSOUND *csound, const char *text) { CS_GUARDED(csoundCompileCsdText(csound, text)); }
static inline int cs_start(CSOUND *csound) { CS_GUARDED(csoundStart(csound)); }

// One control block; not 0 when the performance is over.
static inline CSOUND_REVIEWED int cs_perform(CSOUND *csound) { CS_GUARDED(csoundPerformKsmps(csound)); }

// A score event at the beginning of the next control block.
static inline CSOUND_REVIEWED int cs_event(CSOUND *csound, char kind, const double *fields, long count) {
  return csoundScoreEvent(csound, kind, fields, count);
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

// Calls a host's function between control blocks; the host promises that it is safe there.
static inline CSOUND_REVIEWED void cs_call(void (*function)(void *), void *context) { function(context); }
