// Csound, which is loaded with the first .csd. What is needed of it is declared here, so that Spinet builds and starts
// on machines without it. The functions have the library's names, with cs_ before them.
#pragma once
#include <stdint.h>

// A CSOUND of csound.h.
typedef struct CSOUND_ cs_csound;

// A controlChannelHints_t of csound.h.
typedef struct {
  int behav;
  double dflt, min, max;
  int x, y, width, height;
  char *attributes;
} cs_hints;

// The begin of an opcode's memory: an OPDS of csdl.h.
typedef struct {
  void *links[5];
  struct cs_instance *instance;
} cs_opcode_header;

// An instance of an instrument: an INSDS of csdl.h, as far as it is used. All other members are only counted.
typedef struct cs_instance {
  char chain[16];
  struct cs_instance *next;
  char state[93];
  char is_active;
  char origin[42];
  uint32_t ksmps;
  char rates[108];
  uint32_t ksmps_offset, no_end, ksmps_no_end;
  char fields[84];
  double number;  // p1
} cs_instance;

enum {
  cs_initialize_without_signal_handler = 1,
  cs_initialize_without_atexit = 2,

  cs_message_kind = 0x7000,
  cs_message_error = 0x1000,
  cs_message_warning = 0x4000,

  cs_control_channel = 1,
  cs_audio_channel = 2,
  cs_string_channel = 3,
  cs_input_channel = 16,
  cs_output_channel = 32,

  cs_control_channel_without_hints = 0,
  cs_control_channel_of_integers = 1,
  cs_control_channel_exponential = 3
};

typedef int cs_opcode_function(cs_csound *csound, void *memory);
typedef void cs_channel_function(cs_csound *csound, const char *name, void *value, const void *type);

// Loads the library once. Returns null if it has every function, otherwise what is missing. Call the other functions
// only after that, and only if `cs_csoundGetVersion` and `cs_csoundGetSizeOfMYFLT` return what is declared here.
const char *cs_load(void);

#define CS_FUNCTIONS(CS) \
  CS(int, csoundGetVersion, (void), ()) \
  CS(int, csoundGetSizeOfMYFLT, (void), ()) \
  CS(int, csoundInitialize, (int flags), (flags)) \
  CS(cs_csound *, csoundCreate, (void *host), (host)) \
  CS(void, csoundDestroy, (cs_csound *csound), (csound)) \
  CS(int, csoundSetOption, (cs_csound *csound, const char *option), (csound, option)) \
  CS(int, csoundAppendOpcode, \
     (cs_csound *csound, const char *name, int size, int flags, int thread, const char *outputs, const char *inputs, \
      cs_opcode_function *begin, cs_opcode_function *control, cs_opcode_function *audio), \
     (csound, name, size, flags, thread, outputs, inputs, begin, control, audio)) \
  CS(int, csoundCompileCsdText, (cs_csound *csound, const char *text), (csound, text)) \
  CS(int, csoundCompileOrc, (cs_csound *csound, const char *text), (csound, text)) \
  CS(double, csoundEvalCode, (cs_csound *csound, const char *text), (csound, text)) \
  CS(int, csoundStart, (cs_csound *csound), (csound)) \
  CS(int, csoundPerformKsmps, (cs_csound *csound), (csound)) \
  CS(double, csoundGetSr, (cs_csound *csound), (csound)) \
  CS(uint32_t, csoundGetKsmps, (cs_csound *csound), (csound)) \
  CS(uint32_t, csoundGetNchnls, (cs_csound *csound), (csound)) \
  CS(uint32_t, csoundGetNchnlsInput, (cs_csound *csound), (csound)) \
  CS(double, csoundGet0dBFS, (cs_csound *csound), (csound)) \
  CS(double *, csoundGetSpin, (cs_csound *csound), (csound)) \
  CS(double *, csoundGetSpout, (cs_csound *csound), (csound)) \
  CS(void, csoundSetHostImplementedAudioIO, (cs_csound *csound, int state, int size), (csound, state, size)) \
  CS(void, csoundCreateMessageBuffer, (cs_csound *csound, int prints), (csound, prints)) \
  CS(void, csoundDestroyMessageBuffer, (cs_csound *csound), (csound)) \
  CS(int, csoundGetMessageCnt, (cs_csound *csound), (csound)) \
  CS(const char *, csoundGetFirstMessage, (cs_csound *csound), (csound)) \
  CS(int, csoundGetFirstMessageAttr, (cs_csound *csound), (csound)) \
  CS(void, csoundPopFirstMessage, (cs_csound *csound), (csound)) \
  CS(void *, csoundGetHostData, (cs_csound *csound), (csound)) \
  CS(void, csoundSetHostData, (cs_csound *csound, void *host), (csound, host)) \
  CS(void, csoundSetHostImplementedMIDIIO, (cs_csound *csound, int state), (csound, state)) \
  CS(void, csoundSetExternalMidiInOpenCallback, \
     (cs_csound *csound, int (*function)(cs_csound *, void **, const char *)), (csound, function)) \
  CS(void, csoundSetExternalMidiReadCallback, \
     (cs_csound *csound, int (*function)(cs_csound *, void *, unsigned char *, int)), (csound, function)) \
  CS(void, csoundSetExternalMidiInCloseCallback, (cs_csound *csound, int (*function)(cs_csound *, void *)), \
     (csound, function)) \
  CS(int, csoundGetChannelPtr, (cs_csound *csound, double **channel, const char *name, int kind), \
     (csound, channel, name, kind)) \
  CS(void, csoundSetStringChannel, (cs_csound *csound, const char *name, char *text), (csound, name, text)) \
  CS(void, csoundSetInputChannelCallback, (cs_csound *csound, cs_channel_function *function), (csound, function)) \
  CS(void, csoundSetOutputChannelCallback, (cs_csound *csound, cs_channel_function *function), (csound, function)) \
  CS(int, csoundScoreEvent, (cs_csound *csound, char kind, const double *fields, long count), \
     (csound, kind, fields, count)) \
  CS(void, csoundInputMessage, (cs_csound *csound, const char *text), (csound, text)) \
  CS(int, csoundKillInstance, (cs_csound *csound, double number, char *name, int mode, int allows_release), \
     (csound, number, name, mode, allows_release)) \
  CS(int, csoundTableLength, (cs_csound *csound, int table), (csound, table)) \
  CS(int, csoundGetTable, (cs_csound *csound, double **values, int table), (csound, values, table)) \
  CS(void, csoundTableCopyOut, (cs_csound *csound, int table, double *values), (csound, table, values)) \
  CS(void, csoundTableCopyIn, (cs_csound *csound, int table, double *values), (csound, table, values))

// Functions whose parameters have another type in csound.h: a cs_hints, and a function that takes a va_list.
#define CS_FUNCTIONS_BY_ANOTHER_TYPE(CS) \
  CS(int, csoundGetControlChannelHints, (cs_csound *csound, const char *name, cs_hints *hints), (csound, name, hints)) \
  CS(void, csoundSetDefaultMessageCallback, (void (*function)(void)), (function)) \
  CS(void, csoundSetMessageCallback, (cs_csound *csound, void (*function)(void)), (csound, function))

#define CS_DECLARE(Result, name, parameters, arguments) \
  extern Result(*cs_pointer_##name) parameters; \
  static inline Result cs_##name parameters { return cs_pointer_##name arguments; }
CS_FUNCTIONS(CS_DECLARE)
CS_FUNCTIONS_BY_ANOTHER_TYPE(CS_DECLARE)
#undef CS_DECLARE

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

void cs_land(int signal);

// The signal of a crash; 0 for any other result.
static inline CSOUND_REVIEWED int cs_crash(int answer) {
  return answer > CS_CRASHED && answer < CS_CRASHED + 128 ? answer - CS_CRASHED : 0;
}

int cs_compile(cs_csound *csound, const char *text);
int cs_start(cs_csound *csound);

// Destroys an instance. Returns 0 unless that was left before its end.
int cs_destroy(cs_csound *csound);

// Compiles additional orchestra code.
int cs_compile_orchestra(cs_csound *csound, const char *text);

// Performs one control block. Returns 0 unless the performance is over.
CSOUND_REVIEWED int cs_perform(cs_csound *csound);

// The text of a string channel. Valid until Csound's next control block.
static inline CSOUND_REVIEWED const char *cs_text(const double *channel) { return *(const char *const *)channel; }

// `invalue` and `outvalue` call the host. Here both use the channel with that name.
void cs_serve_values(cs_csound *csound);

// Csound prints nothing: before any instance exists, or during the end of one.
void cs_silence_all(void);
void cs_silence(cs_csound *csound);

// Sends a score event for the beginning of the next control block.
static inline CSOUND_REVIEWED int cs_event(cs_csound *csound, char kind, const double *fields, long count) {
  return cs_csoundScoreEvent(csound, kind, fields, count);
}

// Sends score lines, which Csound reads in its next control block.
CSOUND_REVIEWED int cs_send_score(cs_csound *csound, const char *text);

// Copies values from a table, or into it if `writes`, from `first` on. Writes nothing unless all values fit. Sets
// `length` to the table's length, or -1. If the guard point behind the last value was equal to the first value, it
// stays so.
CSOUND_REVIEWED int cs_copy_table(
    cs_csound *csound, int number, long first, double *values, long count, int writes, long *length);

// Ends the instances of exactly this (fractional) instrument number, without their release.
static inline CSOUND_REVIEWED int cs_kill(cs_csound *csound, double instrument) {
  return cs_csoundKillInstance(csound, instrument, 0, 4, 0);
}

// Sets marks[n] for each sounding instance of `instrument` numbered `instrument + (n + 1) / 1000`.
CSOUND_REVIEWED void cs_mark_instances(cs_csound *csound, int instrument, unsigned char *marks, int count);

// Whether the orchestra has an instrument of that number. Csound checks the length of its list, and warns when
// the number is not in it.
int cs_has_instrument(cs_csound *csound, int instrument);

// How many p-fields an instrument reads; Csound warns about notes that have more.
int cs_field_count(cs_csound *csound, int instrument);

// Calls a function of the host between control blocks. The host promises that this is safe.
static inline CSOUND_REVIEWED void cs_call(void (*function)(void *), void *context) { function(context); }
