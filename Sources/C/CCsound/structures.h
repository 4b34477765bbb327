// The members of Csound's own structures that csound.h has no function for. All others are only counted: the layout is
// the same from Csound 6.13 to 6.19, and a test compares it with the header that is installed.
#pragma once
#include "CCsound.h"

// An INSTRTXT.
typedef struct {
  char code[88];
  int field_count;
  char variables[36];
  cs_instance *instances;
} cs_instrument;

// A CSOUND.
typedef struct {
  void *first[47];
  int (*strarg2insno)(cs_csound *csound, void *number, int is_text);
  void *second[52];
  void (*leave)(cs_csound *csound, int code);
  void *third[92];
  cs_instrument **(*GetInstrumentList)(cs_csound *csound);
} cs_members;
