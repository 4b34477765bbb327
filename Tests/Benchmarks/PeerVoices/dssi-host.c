// Plays a chord on a DSSI synthesizer and writes it nowhere; to hear nothing of it is an error:
//   dssi-host PLUGIN VOICES SECONDS [PORT=VALUE]...
// Blocks of 64 at 48 kHz. Ports are as the plugin's hints set them, or as told: PORT is a port's name.
#include <dlfcn.h>
#include <dssi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { block = 64, rate = 48000, most_ports = 256 };

// What a hint calls the default of its range.
static float start_value(const LADSPA_PortRangeHint *hint) {
  const LADSPA_PortRangeHintDescriptor kind = hint->HintDescriptor;
  const float low = hint->LowerBound, high = hint->UpperBound;
  float share = 0;
  switch (kind & LADSPA_HINT_DEFAULT_MASK) {
  case LADSPA_HINT_DEFAULT_MINIMUM: return low;
  case LADSPA_HINT_DEFAULT_LOW: share = 0.25f; break;
  case LADSPA_HINT_DEFAULT_MIDDLE: share = 0.5f; break;
  case LADSPA_HINT_DEFAULT_HIGH: share = 0.75f; break;
  case LADSPA_HINT_DEFAULT_MAXIMUM: return high;
  case LADSPA_HINT_DEFAULT_1: return 1;
  case LADSPA_HINT_DEFAULT_100: return 100;
  case LADSPA_HINT_DEFAULT_440: return 440;
  default: return 0;
  }
  return LADSPA_IS_HINT_LOGARITHMIC(kind) ? expf(logf(low) * (1 - share) + logf(high) * share)
                                          : low * (1 - share) + high * share;
}

static float told(int count, char **words, const char *port, float otherwise) {
  for (int i = 4; i < count; i++) {
    const char *sign = strchr(words[i], '=');
    if (sign && strlen(port) == (size_t)(sign - words[i]) && !strncmp(words[i], port, strlen(port)))
      return strtof(sign + 1, NULL);
  }
  return otherwise;
}

int main(int count, char **words) {
  if (count < 4) return 64;
  const int voices = atoi(words[2]), seconds = atoi(words[3]);
  void *library = dlopen(words[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  const DSSI_Descriptor_Function find = (DSSI_Descriptor_Function)dlsym(library, "dssi_descriptor");
  const DSSI_Descriptor *synth = find ? find(0) : NULL;
  const LADSPA_Descriptor *plugin = synth ? synth->LADSPA_Plugin : NULL;
  if (!plugin || plugin->PortCount > most_ports) return 1;

  LADSPA_Handle instance = plugin->instantiate(plugin, rate);
  static float controls[most_ports], audio[most_ports][block];
  int out = -1;
  for (unsigned long port = 0; port < plugin->PortCount; port++) {
    const LADSPA_PortDescriptor kind = plugin->PortDescriptors[port];
    controls[port] = told(count, words, plugin->PortNames[port], start_value(&plugin->PortRangeHints[port]));
    if (LADSPA_IS_PORT_AUDIO(kind) && LADSPA_IS_PORT_OUTPUT(kind) && out < 0) out = (int)port;
    plugin->connect_port(instance, port, LADSPA_IS_PORT_AUDIO(kind) ? audio[port] : &controls[port]);
  }
  if (plugin->activate) plugin->activate(instance);

  snd_seq_event_t *notes = calloc((size_t)voices, sizeof *notes);
  for (int i = 0; i < voices; i++) {
    notes[i].type = SND_SEQ_EVENT_NOTEON;
    notes[i].data.note.note = (unsigned char)(36 + i);
    notes[i].data.note.velocity = 80;
  }
  float peak = 0;
  for (long at = 0; at < (long)seconds * rate; at += block) {
    synth->run_synth(instance, block, at ? NULL : notes, at ? 0 : (unsigned long)voices);
    peak = fmaxf(peak, fabsf(audio[out][0]));
  }
  free(notes);
  return peak > 0 ? 0 : 1;
}
