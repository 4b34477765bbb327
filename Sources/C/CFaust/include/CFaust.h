// The types that the C of `faust -lang c` expects, and the calls of that C for the audio thread.
//
// FAUST_REALTIME is a promise that a function neither allocates, locks nor waits. No compiler checks it. For
// `faust_compute` it rests on the compiled program: Faust's compute() contains only loops and arithmetic, and calls
// only the C library's mathematics.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#if defined(__swift__)
#define FAUST_REALTIME __attribute__((swift_attr("@_noLocks")))
#else
#define FAUST_REALTIME
#endif

// The layout of Faust's UIGlue: a program declares its controls by calling these functions.
typedef struct {
  void *context;
  void (*open_tab_box)(void *, const char *);
  void (*open_horizontal_box)(void *, const char *);
  void (*open_vertical_box)(void *, const char *);
  void (*close_box)(void *);
  void (*add_button)(void *, const char *, float *);
  void (*add_check_button)(void *, const char *, float *);
  void (*add_vertical_slider)(void *, const char *, float *, float, float, float, float);
  void (*add_horizontal_slider)(void *, const char *, float *, float, float, float, float);
  void (*add_number_entry)(void *, const char *, float *, float, float, float, float);
  void (*add_horizontal_bargraph)(void *, const char *, float *, float, float);
  void (*add_vertical_bargraph)(void *, const char *, float *, float, float);
  void (*add_sound_file)(void *, const char *, const char *, void **);
  void (*declare)(void *, float *, const char *, const char *);
} FaustInterface;

// The layout of Faust's Soundfile: 256 parts, of which the first are files, in 64 channels.
typedef struct {
  // For each channel: all parts, one after the other, as floats or doubles.
  void *buffers;
  // For each part: its length in frames, its rate in frames per second, and its offset in frames.
  int *lengths, *rates, *offsets;
  int channel_count, part_count;
  bool is_double;
} __attribute__((packed)) FaustSoundFile;

// The layout of Faust's MetaGlue.
typedef struct {
  void *context;
  void (*declare)(void *, const char *, const char *);
} FaustMetadata;

// The functions of one `process` or `effect`, as addresses: an audio thread may not hold typed ones.
typedef struct {
  void *create;
  void *destroy;
  void *class_init;
  void *instance_init;
  void *clear;
  void *build_interface;
  void *metadata;
  void *input_count;
  void *output_count;
  void *compute;
  // The size of its state, which contains no pointers into itself.
  size_t state_size;
} FaustFunctions;

// The functions that compute eight voices of a `process` together.
typedef struct {
  void *class_init;
  void *init;
  void *load;
  void *compute;
  size_t state_size;
} FaustGroupFunctions;

void *faust_create(const FaustFunctions *f);
void faust_destroy(const FaustFunctions *f, void *state);
// Makes the tables that all states share. Call it before the first `faust_init`.
void faust_init_shared(const FaustFunctions *f, int frames_per_second);
void faust_init(const FaustFunctions *f, void *state, int frames_per_second);
void faust_build_interface(const FaustFunctions *f, void *state, FaustInterface *interface);
void faust_metadata(const FaustFunctions *f, FaustMetadata *metadata);
int faust_input_count(const FaustFunctions *f, void *state);
int faust_output_count(const FaustFunctions *f, void *state);

// Makes the tables that all groups share. Call it before the first `faust_init_group`.
void faust_init_groups(const FaustGroupFunctions *f, int frames_per_second);
// Copies the constants of a voice into a group that is all zeros.
void faust_init_group(const FaustGroupFunctions *f, void *group, const void *voice);

// Copies the state of a voice into one of the eight.
static inline FAUST_REALTIME void faust_load(
    const FaustGroupFunctions *f, void *group, int index, const void *voice) {
  ((void (*)(void *, int, const void *))f->load)(group, index, voice);
}

// The controls are those of the eight voices. Each frame of an output contains a sample of each voice.
static inline FAUST_REALTIME void faust_compute_group(
    const FaustGroupFunctions *f, void *group, void **voices, int frames, float **inputs, float **outputs) {
  ((void (*)(void *, void **, int, float **, float **))f->compute)(group, voices, frames, inputs, outputs);
}

static inline FAUST_REALTIME void faust_compute(
    const FaustFunctions *f, void *state, int frames, float **inputs, float **outputs) {
  ((void (*)(void *, int, float **, float **))f->compute)(state, frames, inputs, outputs);
}

// Sets everything but the constants and the controls to zero.
static inline FAUST_REALTIME void faust_clear(const FaustFunctions *f, void *state) {
  ((void (*)(void *))f->clear)(state);
}

static inline FAUST_REALTIME void faust_copy(const FaustFunctions *f, void *state, const void *from) {
  memcpy(state, from, f->state_size);
}
