// Plays voices of a Faust program with up to 16 outputs, to nowhere or as raw floats to a file:
//   faust-host VOICES SECONDS [FILE HERTZ]
// The file has the first output. Blocks of 64 at 48 kHz; chords spread over three octaves, unless all are to have one pitch. A voice has freq, gain
// and gate; a `cutoff` is moved once a block, with an envelope.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Meta {
  void declare(const char *, const char *) {}
};

struct Soundfile;

// Keeps where a program's controls are, by their labels.
struct UI {
  std::map<std::string, float *> zones;
  void openVerticalBox(const char *) {}
  void openHorizontalBox(const char *) {}
  void openTabBox(const char *) {}
  void closeBox() {}
  void declare(float *, const char *, const char *) {}
  void addButton(const char *label, float *zone) { zones[label] = zone; }
  void addCheckButton(const char *label, float *zone) { zones[label] = zone; }
  void addHorizontalSlider(const char *label, float *zone, float, float, float, float) { zones[label] = zone; }
  void addVerticalSlider(const char *label, float *zone, float, float, float, float) { zones[label] = zone; }
  void addNumEntry(const char *label, float *zone, float, float, float, float) { zones[label] = zone; }
  void addHorizontalBargraph(const char *, float *, float, float) {}
  void addVerticalBargraph(const char *, float *, float, float) {}
  void addSoundfile(const char *, const char *, Soundfile **) {}
};

struct dsp {
  virtual ~dsp() {}
};

<<includeIntrinsic>>
<<includeclass>>

static const int kBlock = 64;
static const int kRate = 48000;

// An attack of 10 ms to the top, then a fall within 600 ms to 0.4.
struct FilterEnvelope {
  int block = 0;
  float next() {
    const float seconds = float(block++) * kBlock / kRate;
    if (seconds < 0.01f) return seconds / 0.01f;
    return std::max(0.4f, 1 - 0.6f * (seconds - 0.01f) / 0.6f);
  }
};

struct Voice {
  mydsp program;
  UI controls;
  FilterEnvelope envelope;
  float *cutoff = nullptr;
  float base = 1200;

  void start(float hertz) {
    program.init(kRate);
    program.buildUserInterface(&controls);
    set("freq", hertz);
    set("gain", 0.8f);
    set("gate", 1);
    base = 1200 * std::pow(hertz / 261.63f, 0.3f);
    const auto found = controls.zones.find("cutoff");
    if (found != controls.zones.end()) cutoff = found->second;
  }

  void set(const char *label, float value) {
    const auto found = controls.zones.find(label);
    if (found != controls.zones.end()) *found->second = value;
  }

  void play(float **outs) {
    if (cutoff) *cutoff = std::min(20000.0f, base * std::exp2(2.5f * envelope.next()));
    program.compute(kBlock, nullptr, outs);
  }
};

int main(int count, char **words) {
  if (count < 3) return 64;
  const int number = std::atoi(words[1]);
  const double seconds = std::atof(words[2]);
  std::FILE *file = count > 3 ? std::fopen(words[3], "wb") : nullptr;
  std::vector<std::unique_ptr<Voice>> voices;
  for (int i = 0; i < number; i++) {
    voices.emplace_back(new Voice);
    voices.back()->start(count > 4 ? std::atof(words[4]) : 440 * std::exp2(((i * 7) % 36 - 18) / 12.0f));
  }
  static float channels[16][kBlock];
  float *outs[16];
  for (int i = 0; i < 16; i++) outs[i] = channels[i];
  volatile float heard = 0;
  for (long block = 0; block < seconds * kRate / kBlock; block++) {
    float sum[kBlock] = {};
    for (auto &voice : voices) {
      voice->play(outs);
      for (int i = 0; i < kBlock; i++) sum[i] += channels[0][i];
    }
    heard = heard + sum[0];
    if (file) std::fwrite(sum, sizeof *sum, kBlock, file);
  }
  if (file) std::fclose(file);
}
