#pragma once
#include <fluidsynth.h>

// What the audio thread calls. With `synth.threadsafe-api` 0 FluidSynth takes no lock: its recursive mutex is for
// synthesizers that several threads call, and only the audio thread calls this one once it plays. Samples are in memory
// since the load (`synth.dynamic-sample-loading` 0), events go through a ring that was allocated with the synthesizer,
// and its effects are off. A test counts allocations meanwhile. Keep the list short.
#if defined(__swift__)
#define FLUID_REVIEWED __attribute__((swift_attr("@_noLocks")))
#else
#define FLUID_REVIEWED
#endif

// A note with a number of the caller's, on a channel whose own preset does not matter.
static inline FLUID_REVIEWED void fs_start(
    fluid_synth_t *synth, unsigned int id, fluid_preset_t *preset, int channel, int key, int velocity) {
  (void)fluid_synth_start(synth, id, preset, 0, channel, key, velocity);
}

static inline FLUID_REVIEWED void fs_stop(fluid_synth_t *synth, unsigned int id) { (void)fluid_synth_stop(synth, id); }

// Adds to a generator of all notes of a channel, sounding and to come. A float, where controllers have 7 or 14 bits.
static inline FLUID_REVIEWED void fs_add(fluid_synth_t *synth, int channel, int generator, float value) {
  (void)fluid_synth_set_gen(synth, channel, generator, value);
}

static inline FLUID_REVIEWED void fs_controller(fluid_synth_t *synth, int channel, int number, int value) {
  (void)fluid_synth_cc(synth, channel, number, value);
}

static inline FLUID_REVIEWED void fs_pressure(fluid_synth_t *synth, int channel, int value) {
  (void)fluid_synth_channel_pressure(synth, channel, value);
}

// The voices that sound; a null pointer ends the list. `list` has room for `capacity`.
static inline FLUID_REVIEWED void fs_voices(fluid_synth_t *synth, fluid_voice_t **list, int capacity) {
  list[0] = 0;
  fluid_synth_get_voicelist(synth, list, capacity, -1);
}

static inline FLUID_REVIEWED unsigned int fs_voice_id(const fluid_voice_t *voice) { return fluid_voice_get_id(voice); }

// Lets a voice end in the shortest time that does not click: 16 ms.
static inline FLUID_REVIEWED void fs_shorten(fluid_voice_t *voice) {
  fluid_voice_gen_set(voice, GEN_VOLENVRELEASE, -12000.0f);
  fluid_voice_update_param(voice, GEN_VOLENVRELEASE);
}

static inline FLUID_REVIEWED void fs_render(fluid_synth_t *synth, int count, float *left, float *right) {
  (void)fluid_synth_write_float(synth, count, left, 0, 1, right, 0, 1);
}

// FluidSynth says nothing by itself: what went wrong is told by its caller.
static inline void fs_be_quiet(void) {
  for (int level = 0; level < LAST_LOG_LEVEL; level++) fluid_set_log_function(level, 0, 0);
}
