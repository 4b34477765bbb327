#pragma once
// Debian's library counts in doubles; csound.h must come first, or csdl.h hides its functions.
#define USE_DOUBLE
#include <csound/csound.h>
#include <csound/csdl.h>

// What the audio thread calls. Csound may allocate and lock: an instrument that starts may do both, and
// `csoundPerformKsmps` takes a lock, for which only calls from other threads compete. This is the one reviewed
// exception to the rule of the audio thread; keep the list short.
#if defined(__swift__)
#define CSOUND_REVIEWED __attribute__((swift_attr("@_noLocks")))
#else
#define CSOUND_REVIEWED
#endif

// One control block; not 0 when the performance is over.
static inline CSOUND_REVIEWED int cs_perform(CSOUND *csound) { return csoundPerformKsmps(csound); }

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
