// FluidSynth, which is loaded with the first SoundFont. If it were linked, every start would load fifty other
// libraries (SDL, X11, sound servers), which costs 8 MB and 15 ms. The names are those of the library, with fs_
// instead of fluid_.
#pragma once
#if __has_include(<fluidsynth.h>)
#include <fluidsynth.h>

#define FS_FUNCTIONS(FS) \
  FS(new_fluid_settings) FS(delete_fluid_settings) FS(fluid_settings_setnum) FS(fluid_settings_setint) \
  FS(new_fluid_synth) FS(delete_fluid_synth) FS(fluid_synth_sfload) FS(fluid_synth_get_sfont_by_id) \
  FS(fluid_sfont_get_preset) FS(fluid_synth_start) FS(fluid_synth_stop) FS(fluid_synth_set_gen) FS(fluid_synth_cc) \
  FS(fluid_synth_channel_pressure) FS(fluid_synth_get_voicelist) FS(fluid_voice_get_id) FS(fluid_voice_gen_set) \
  FS(fluid_voice_update_param) FS(fluid_synth_write_float) FS(fluid_set_log_function)

#define FS_DECLARE(name) extern __typeof__(name) *fs_pointer_##name;
FS_FUNCTIONS(FS_DECLARE)
#undef FS_DECLARE

// Loads the library once. Returns null if it is complete, otherwise what is missing. Call the other functions only
// after that.
const char *fs_load_library(void);

static inline fluid_settings_t *fs_new_settings(void) { return fs_pointer_new_fluid_settings(); }

static inline void fs_delete_settings(fluid_settings_t *settings) { fs_pointer_delete_fluid_settings(settings); }

static inline void fs_set_number(fluid_settings_t *settings, const char *name, double value) {
  (void)fs_pointer_fluid_settings_setnum(settings, name, value);
}

static inline void fs_set_integer(fluid_settings_t *settings, const char *name, int value) {
  (void)fs_pointer_fluid_settings_setint(settings, name, value);
}

static inline fluid_synth_t *fs_new_synth(fluid_settings_t *settings) { return fs_pointer_new_fluid_synth(settings); }

static inline void fs_delete_synth(fluid_synth_t *synth) { fs_pointer_delete_fluid_synth(synth); }

// Loads a font into the synthesizer. Returns null if it cannot be read.
static inline fluid_sfont_t *fs_load_font(fluid_synth_t *synth, const char *path) {
  int number = fs_pointer_fluid_synth_sfload(synth, path, 0);
  return number < 0 ? 0 : fs_pointer_fluid_synth_get_sfont_by_id(synth, number);
}

static inline fluid_preset_t *fs_preset(fluid_sfont_t *font, int bank, int program) {
  return fs_pointer_fluid_sfont_get_preset(font, bank, program);
}

// The calls of the audio thread. With `synth.threadsafe-api` 0 FluidSynth takes no lock: its recursive mutex is for
// synthesizers that several threads call, and only the audio thread calls this one once it plays. Samples are in memory
// since the load (`synth.dynamic-sample-loading` 0), events go through a ring that was allocated with the synthesizer,
// and its effects are off. A test counts allocations during these calls. Keep the list short.
#if defined(__swift__)
#define FLUID_REVIEWED __attribute__((swift_attr("@_noLocks")))
#else
#define FLUID_REVIEWED
#endif

// Starts a note with a number that the caller chooses. The channel's own preset does not matter.
static inline FLUID_REVIEWED void fs_start(
    fluid_synth_t *synth, unsigned int id, fluid_preset_t *preset, int channel, int key, int velocity) {
  (void)fs_pointer_fluid_synth_start(synth, id, preset, 0, channel, key, velocity);
}

static inline FLUID_REVIEWED void fs_stop(fluid_synth_t *synth, unsigned int id) { (void)fs_pointer_fluid_synth_stop(synth, id); }

// Adds to a generator of all notes of a channel, both sounding and later ones. The value is a float, which is finer
// than a controller's 7 or 14 bits.
static inline FLUID_REVIEWED void fs_add(fluid_synth_t *synth, int channel, int generator, float value) {
  (void)fs_pointer_fluid_synth_set_gen(synth, channel, generator, value);
}

static inline FLUID_REVIEWED void fs_controller(fluid_synth_t *synth, int channel, int number, int value) {
  (void)fs_pointer_fluid_synth_cc(synth, channel, number, value);
}

static inline FLUID_REVIEWED void fs_pressure(fluid_synth_t *synth, int channel, int value) {
  (void)fs_pointer_fluid_synth_channel_pressure(synth, channel, value);
}

// Lists the sounding voices. A null pointer ends the list, which has room for `capacity`.
static inline FLUID_REVIEWED void fs_voices(fluid_synth_t *synth, fluid_voice_t **list, int capacity) {
  list[0] = 0;
  fs_pointer_fluid_synth_get_voicelist(synth, list, capacity, -1);
}

static inline FLUID_REVIEWED unsigned int fs_voice_id(const fluid_voice_t *voice) { return fs_pointer_fluid_voice_get_id(voice); }

// Lets a voice end in the shortest time that does not click: 16 ms.
static inline FLUID_REVIEWED void fs_shorten(fluid_voice_t *voice) {
  fs_pointer_fluid_voice_gen_set(voice, GEN_VOLENVRELEASE, -12000.0f);
  fs_pointer_fluid_voice_update_param(voice, GEN_VOLENVRELEASE);
}

static inline FLUID_REVIEWED void fs_render(fluid_synth_t *synth, int count, float *left, float *right) {
  (void)fs_pointer_fluid_synth_write_float(synth, count, left, 0, 1, right, 0, 1);
}

// Suppresses FluidSynth's messages, because the caller reports errors.
static inline void fs_be_quiet(void) {
  for (int level = 0; level < LAST_LOG_LEVEL; level++) fs_pointer_fluid_set_log_function(level, 0, 0);
}
#endif
