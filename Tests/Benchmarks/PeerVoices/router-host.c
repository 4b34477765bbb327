// Controllers through FluidSynth's MIDI router into its synthesizer, as fast as they go:
//   router-host RULES EVENTS
// A rule for each controller of each channel scales its values; events come decoded, one for each rule in turn.
#include <fluidsynth.h>
#include <stdlib.h>

int main(int count, char **words) {
  if (count < 3) return 64;
  const int rules = atoi(words[1]), events = atoi(words[2]);
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  fluid_midi_router_t *router = new_fluid_midi_router(settings, fluid_synth_handle_midi_event, synth);
  if (!router) return 1;
  fluid_midi_router_clear_rules(router);
  for (int i = 0; i < rules; i++) {
    fluid_midi_router_rule_t *rule = new_fluid_midi_router_rule();
    fluid_midi_router_rule_set_chan(rule, i / 100, i / 100, 1, 0);
    fluid_midi_router_rule_set_param1(rule, i % 100, i % 100, 1, 0);
    fluid_midi_router_rule_set_param2(rule, 0, 127, -0.5f, 127);
    fluid_midi_router_add_rule(router, rule, FLUID_MIDI_ROUTER_RULE_CC);
  }
  fluid_midi_event_t *event = new_fluid_midi_event();
  fluid_midi_event_set_type(event, 0xB0);
  for (int i = 0; i < events; i++) {
    fluid_midi_event_set_channel(event, i % rules / 100);
    fluid_midi_event_set_control(event, i % rules % 100);
    fluid_midi_event_set_value(event, i * 7 % 128);
    if (fluid_midi_router_handle_midi_event(router, event) != FLUID_OK) return 1;
  }
  int value = 0;
  fluid_synth_get_cc(synth, 0, 1, &value);
  return value < 63;
}
