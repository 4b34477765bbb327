#pragma once
#include <sndfile.h>

// Swift does not import the loops, because their type has no name.
typedef struct {
  int mode;
  uint32_t start, end;
} SpinetSampleLoop;

static inline SpinetSampleLoop spinet_first_loop(SF_INSTRUMENT instrument) {
  return (SpinetSampleLoop){instrument.loops[0].mode, instrument.loops[0].start, instrument.loops[0].end};
}

static inline SF_INSTRUMENT spinet_with_loop(SF_INSTRUMENT instrument, SpinetSampleLoop loop) {
  instrument.loops[0].mode = loop.mode;
  instrument.loops[0].start = loop.start;
  instrument.loops[0].end = loop.end;
  return instrument;
}
