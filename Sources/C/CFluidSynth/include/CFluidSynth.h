// FluidSynth, which is loaded with the first SoundFont. What is needed of it is declared here, so that Spinet builds and
// starts on machines without it. If it were linked, every start would load fifty other libraries (SDL, X11, sound
// servers), which costs 8 MB and 15 ms. The names are those of the library, with fs_ instead of fluid_.
#pragma once

typedef struct fs_settings fs_settings;
typedef struct fs_synth fs_synth;
typedef struct fs_font fs_font;
typedef struct fs_preset fs_preset;
typedef struct fs_voice fs_voice;

// Generators of SoundFont 2, by their numbers.
typedef enum {
  fs_filter_cutoff = 8,
  fs_filter_resonance = 9,
  fs_chorus_send = 15,
  fs_reverb_send = 16,
  fs_envelope_attack = 34,
  fs_envelope_release = 38,
  fs_fine_tune = 52
} fs_generator;

#define FS_FUNCTIONS(FS) \
  FS(fs_settings *, new_fluid_settings, (void)) \
  FS(void, delete_fluid_settings, (fs_settings *settings)) \
  FS(int, fluid_settings_setnum, (fs_settings *settings, const char *name, double value)) \
  FS(int, fluid_settings_setint, (fs_settings *settings, const char *name, int value)) \
  FS(fs_synth *, new_fluid_synth, (fs_settings *settings)) \
  FS(void, delete_fluid_synth, (fs_synth *synth)) \
  FS(int, fluid_synth_sfload, (fs_synth *synth, const char *path, int resets)) \
  FS(fs_font *, fluid_synth_get_sfont_by_id, (fs_synth *synth, int number)) \
  FS(int, fluid_synth_pin_preset, (fs_synth *synth, int font, int bank, int program)) \
  FS(int, fluid_synth_get_active_voice_count, (fs_synth *synth)) \
  FS(fs_preset *, fluid_sfont_get_preset, (fs_font *font, int bank, int program)) \
  FS(int, fluid_synth_start, \
     (fs_synth *synth, unsigned int id, fs_preset *preset, int group, int channel, int key, int velocity)) \
  FS(int, fluid_synth_stop, (fs_synth *synth, unsigned int id)) \
  FS(int, fluid_synth_set_gen, (fs_synth *synth, int channel, int generator, float value)) \
  FS(int, fluid_synth_cc, (fs_synth *synth, int channel, int number, int value)) \
  FS(int, fluid_synth_channel_pressure, (fs_synth *synth, int channel, int value)) \
  FS(void, fluid_synth_get_voicelist, (fs_synth *synth, fs_voice **list, int capacity, int id)) \
  FS(unsigned int, fluid_voice_get_id, (const fs_voice *voice)) \
  FS(int, fluid_voice_get_channel, (const fs_voice *voice)) \
  FS(void, fluid_voice_gen_set, (fs_voice *voice, int generator, float value)) \
  FS(void, fluid_voice_update_param, (fs_voice *voice, int generator)) \
  FS(int, fluid_synth_process, \
     (fs_synth *synth, int count, int effect_count, float **effects, int output_count, float **outputs)) \
  FS(void *, fluid_set_log_function, (int level, void *function, void *context))

#define FS_DECLARE(Result, name, parameters) extern Result(*fs_pointer_##name) parameters;
FS_FUNCTIONS(FS_DECLARE)
#undef FS_DECLARE

// Loads the library once. Returns null if it is complete, otherwise what is missing. Call the other functions only
// after that.
const char *fs_load_library(void);

// The bytes that the process has allocated with malloc. FluidSynth does not tell how much a font takes.
long fs_allocated_bytes(void);

static inline fs_settings *fs_new_settings(void) { return fs_pointer_new_fluid_settings(); }

static inline void fs_delete_settings(fs_settings *settings) { fs_pointer_delete_fluid_settings(settings); }

static inline void fs_set_number(fs_settings *settings, const char *name, double value) {
  (void)fs_pointer_fluid_settings_setnum(settings, name, value);
}

static inline void fs_set_integer(fs_settings *settings, const char *name, int value) {
  (void)fs_pointer_fluid_settings_setint(settings, name, value);
}

static inline fs_synth *fs_new_synth(fs_settings *settings) { return fs_pointer_new_fluid_synth(settings); }

static inline void fs_delete_synth(fs_synth *synth) { fs_pointer_delete_fluid_synth(synth); }

// Loads a font into the synthesizer. Returns its number, below zero if it cannot be read.
static inline int fs_load_font(fs_synth *synth, const char *path) {
  return fs_pointer_fluid_synth_sfload(synth, path, 0);
}

static inline fs_font *fs_font_numbered(fs_synth *synth, int number) {
  return fs_pointer_fluid_synth_get_sfont_by_id(synth, number);
}

// Reads the samples of a preset, unless they are there, and keeps them. Returns zero, or below zero if it fails.
static inline int fs_pin(fs_synth *synth, int font, int bank, int program) {
  return fs_pointer_fluid_synth_pin_preset(synth, font, bank, program);
}

static inline fs_preset *fs_find_preset(fs_font *font, int bank, int program) {
  return fs_pointer_fluid_sfont_get_preset(font, bank, program);
}

// The calls of the audio thread. With `synth.threadsafe-api` 0 FluidSynth takes no lock: its recursive mutex is for
// synthesizers that several threads call, and only the audio thread calls this one once it plays. The samples of a preset
// are in memory before one of its notes starts, events go through a ring that was allocated with the synthesizer,
// and its effects are off. A test counts allocations during these calls. Keep the list short.
#if defined(__swift__)
#define FLUID_REVIEWED __attribute__((swift_attr("@_noLocks")))
#else
#define FLUID_REVIEWED
#endif

// Starts a note with a number that the caller chooses. The channel's own preset does not matter.
static inline FLUID_REVIEWED void fs_start(
    fs_synth *synth, unsigned int id, fs_preset *preset, int channel, int key, int velocity) {
  (void)fs_pointer_fluid_synth_start(synth, id, preset, 0, channel, key, velocity);
}

static inline FLUID_REVIEWED void fs_stop(fs_synth *synth, unsigned int id) { (void)fs_pointer_fluid_synth_stop(synth, id); }

// Adds to a generator of all notes of a channel, both sounding and later ones. The value is a float, which is finer
// than a controller's 7 or 14 bits.
static inline FLUID_REVIEWED void fs_add(fs_synth *synth, int channel, fs_generator generator, float value) {
  (void)fs_pointer_fluid_synth_set_gen(synth, channel, generator, value);
}

static inline FLUID_REVIEWED void fs_controller(fs_synth *synth, int channel, int number, int value) {
  (void)fs_pointer_fluid_synth_cc(synth, channel, number, value);
}

static inline FLUID_REVIEWED void fs_pressure(fs_synth *synth, int channel, int value) {
  (void)fs_pointer_fluid_synth_channel_pressure(synth, channel, value);
}

static inline FLUID_REVIEWED int fs_count_voices(fs_synth *synth) {
  return fs_pointer_fluid_synth_get_active_voice_count(synth);
}

// Lists the sounding voices. A null pointer ends the list, which has room for `capacity`.
static inline FLUID_REVIEWED void fs_voices(fs_synth *synth, fs_voice **list, int capacity) {
  list[0] = 0;
  fs_pointer_fluid_synth_get_voicelist(synth, list, capacity, -1);
}

static inline FLUID_REVIEWED unsigned int fs_voice_id(const fs_voice *voice) { return fs_pointer_fluid_voice_get_id(voice); }

static inline FLUID_REVIEWED int fs_voice_channel(const fs_voice *voice) {
  return fs_pointer_fluid_voice_get_channel(voice);
}

// Lets a voice end in the shortest time that does not click: 16 ms.
static inline FLUID_REVIEWED void fs_shorten(fs_voice *voice) {
  fs_pointer_fluid_voice_gen_set(voice, fs_envelope_release, -12000.0f);
  fs_pointer_fluid_voice_update_param(voice, fs_envelope_release);
}

// Adds the next frames of each group of channels to its left and right output. A null pointer drops what would be added.
static inline FLUID_REVIEWED void fs_render(fs_synth *synth, int count, float **outputs, int output_count) {
  (void)fs_pointer_fluid_synth_process(synth, count, 0, 0, output_count, outputs);
}

// Suppresses FluidSynth's messages, which have five levels, because the caller reports errors.
static inline void fs_be_quiet(void) {
  for (int level = 0; level < 5; level++) (void)fs_pointer_fluid_set_log_function(level, 0, 0);
}
