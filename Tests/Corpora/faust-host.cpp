// Plays the C++ that Faust writes for a program, as plainly as can be, for the comparison with Spinet.
// usage: host INPUT FRAMES RELEASE OUTPUT
//
// INPUT: 32-bit floats of two channels that interleave. Inputs of the program take them in turn.
// RELEASE: the frame at which the note 69 ends that has sounded since the first frame; -1 for no note.
// OUTPUT: a WAV file of 24-bit samples with all channels.
#include <xmmintrin.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define FAUSTFLOAT float
using std::max;
using std::min;

struct Soundfile;
struct Meta {
  void declare(const char *, const char *) {}
};

// Collects the controls that a voice has for itself.
struct UI {
  std::vector<std::pair<std::string, float *>> controls;
  void openTabBox(const char *) {}
  void openHorizontalBox(const char *) {}
  void openVerticalBox(const char *) {}
  void closeBox() {}
  void add(const char *label, float *zone) {
    const char *slash = strrchr(label, '/');
    controls.emplace_back(slash ? slash + 1 : label, zone);
  }
  void addButton(const char *label, float *zone) { add(label, zone); }
  void addCheckButton(const char *label, float *zone) { add(label, zone); }
  void addVerticalSlider(const char *label, float *zone, float, float, float, float) { add(label, zone); }
  void addHorizontalSlider(const char *label, float *zone, float, float, float, float) { add(label, zone); }
  void addNumEntry(const char *label, float *zone, float, float, float, float) { add(label, zone); }
  void addHorizontalBargraph(const char *, float *, float, float) {}
  void addVerticalBargraph(const char *, float *, float, float) {}
  void addSoundfile(const char *, const char *, Soundfile **) {}
  void declare(float *, const char *, const char *) {}
  void set(const char *label, float value) {
    for (auto &[name, zone] : controls)
      if (name == label) *zone = value;
  }
};

struct dsp {
  virtual ~dsp() {}
  virtual int getNumInputs() = 0;
  virtual int getNumOutputs() = 0;
  virtual void buildUserInterface(UI *) = 0;
  virtual void init(int) = 0;
  virtual void compute(int, float **, float **) = 0;
};

#include "process.h"
#ifdef EFFECT
#include "effect.h"
#endif

static const int rate = 44100, block = 128;

struct Channels {
  std::vector<std::vector<float>> samples;
  std::vector<float *> addresses;
  explicit Channels(int count) : samples(count, std::vector<float>(block)), addresses(count) {
    for (int index = 0; index < count; index++) addresses[index] = samples[index].data();
  }
};

static void write(FILE *file, uint32_t number, int bytes) {
  for (int index = 0; index < bytes; index++) fputc(number >> 8 * index & 255, file);
}

static void write_header(FILE *file, int channels, int frames) {
  uint32_t size = uint32_t(frames) * channels * 3;
  fputs("RIFF", file), write(file, 36 + size, 4), fputs("WAVEfmt ", file), write(file, 16, 4), write(file, 1, 2);
  write(file, channels, 2), write(file, rate, 4), write(file, rate * channels * 3, 4), write(file, channels * 3, 2);
  write(file, 24, 2), fputs("data", file), write(file, size, 4);
}

static void write_sample(FILE *file, float sample) {
  double scaled = sample != sample ? 0 : std::lrint(std::min(std::max(double(sample) * 8388608, -8388608.0), 8388607.0));
  write(file, uint32_t(int32_t(scaled)), 3);
}

static std::vector<float> read(const char *path, int frames) {
  std::vector<float> samples(2 * frames);
  FILE *file = fopen(path, "rb");
  if (!file || fread(samples.data(), sizeof(float), samples.size(), file) != samples.size()) exit(2);
  fclose(file);
  return samples;
}

int main(int, char **arguments) {
  _mm_setcsr(_mm_getcsr() | 0x8040);
  const int frames = atoi(arguments[2]), release = atoi(arguments[3]);
  std::vector<float> input = read(arguments[1], frames);
  mydsp program;
  UI controls;
  program.init(rate);
  program.buildUserInterface(&controls);
  Channels in(program.getNumInputs()), out(program.getNumOutputs());
  Channels *heard = &out;
#ifdef EFFECT
  myeffect effect;
  effect.init(rate);
  Channels effect_in(effect.getNumInputs()), effect_out(effect.getNumOutputs());
  heard = &effect_out;
#endif
  if (release >= 0) {
    controls.set("freq", 440), controls.set("key", 69), controls.set("gain", 1);
    controls.set("vel", 127), controls.set("velocity", 127), controls.set("gate", 1);
  }
  FILE *file = fopen(arguments[4], "wb");
  int channels = int(heard->samples.size());
  write_header(file, channels, frames);
  for (int frame = 0; frame < frames;) {
    if (frame == release) controls.set("gate", 0);
    int count = std::min(block, (frame < release ? release : frames) - frame);
    for (size_t channel = 0; channel < in.samples.size(); channel++)
      for (int index = 0; index < count; index++)
        in.samples[channel][index] = input[2 * (frame + index) + channel % 2];
    program.compute(count, in.addresses.data(), out.addresses.data());
#ifdef EFFECT
    for (size_t channel = 0; channel < effect_in.samples.size(); channel++)
      effect_in.samples[channel] = out.samples[channel % out.samples.size()];
    effect.compute(count, effect_in.addresses.data(), effect_out.addresses.data());
#endif
    for (int index = 0; index < count; index++)
      for (int channel = 0; channel < channels; channel++) write_sample(file, heard->samples[channel][index]);
    frame += count;
  }
  fclose(file);
}
