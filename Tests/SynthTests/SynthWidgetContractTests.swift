import SpinetWidgets
import Testing

@testable import SpinetSynth

/// The contract with mappings and patches: name, kind, range, default, unit and curve of every widget, in order.
private let contract = """
  osc1.wave choice 0...8 0 linear
  osc1.octave slider -3...3 0 octaves linear
  osc1.detune slider -100...100 0 cents linear
  osc1.width slider 0.02...0.98 0.5 linear
  osc2.wave choice 0...8 0 linear
  osc2.octave slider -3...3 0 octaves linear
  osc2.detune slider -100...100 7 cents linear
  osc2.width slider 0.02...0.98 0.5 linear
  osc.mix slider 0...1 0.5 linear
  noise.level slider 0...1 0 exponential
  filter.mode choice 0...4 0 linear
  filter.cutoff slider 20...20000 2400 Hz logarithmic
  filter.resonance slider 0...1 0.15 linear
  filter.tracking slider 0...1 0.4 linear
  filter.envelope slider -8...8 1.5 octaves linear
  filter.drive slider 0...1 0 linear
  filterenv.attack slider 0.001...20 0.004 s logarithmic
  filterenv.decay slider 0.001...20 0.9 s logarithmic
  filterenv.sustain slider 0...1 0.3 linear
  filterenv.release slider 0.001...20 0.4 s logarithmic
  amp.attack slider 0.001...20 0.004 s logarithmic
  amp.decay slider 0.001...20 0.9 s logarithmic
  amp.sustain slider 0...1 0.7 linear
  amp.release slider 0.001...20 0.4 s logarithmic
  amp.velocity slider 0...1 0.7 linear
  lfo.rate slider 0.02...40 2 Hz logarithmic
  lfo.pitch slider 0...12 0 semitones exponential
  lfo.filter slider 0...5 0 octaves linear
  lfo.amp slider 0...1 0 linear
  vibrato.depth slider 0...2 0 semitones exponential
  vibrato.rate slider 0.1...20 5.5 Hz logarithmic
  drive.amount slider 0...1 0 linear
  chorus.mix slider 0...1 0 linear
  chorus.rate slider 0.05...8 0.6 Hz logarithmic
  chorus.depth slider 0...1 0.4 linear
  delay.mix slider 0...1 0 linear
  delay.time slider 0.02...2 0.36 s logarithmic
  delay.feedback slider 0...0.95 0.35 linear
  delay.sync choice 0...15 0 linear
  reverb.mix slider 0...1 0.15 linear
  reverb.size slider 0...1 0.5 linear
  reverb.damping slider 0...1 0.4 linear
  master.volume slider 0...1 0.7 linear
  master.pan slider -1...1 0 linear
  master.expression slider 0...1 1 linear
  pitch.bend slider -24...24 0 semitones linear
  glide.time slider 0...5 0 s exponential
  osc2.pitch slider -24...24 0 semitones linear
  osc.spread slider 0...1 0.3 linear
  filter.velocity slider 0...1 0.4 linear
  lfo.wave choice 0...4 0 linear
  pressure.vibrato slider 0...2 0.2 semitones exponential
  pressure.filter slider -4...4 1 octaves linear
  timbre.filter slider -4...4 2 octaves linear
  osc1.unison slider 1...7 1 voices linear
  osc2.unison slider 1...7 1 voices linear
  unison.detune slider 0...100 12 cents linear
  unison.spread slider 0...1 0.5 linear
  osc.sync toggle 0...1 0 linear
  osc.fm slider 0...1 0 linear
  wave.x slider 0...1 0 linear
  wave.y slider 0...1 0 linear
  wave.blend slider 0...1 0 linear
  harmonic.1 slider 0...1 1 linear
  harmonic.2 slider 0...1 0 linear
  harmonic.3 slider 0...1 0 linear
  harmonic.4 slider 0...1 0 linear
  harmonic.5 slider 0...1 0 linear
  harmonic.6 slider 0...1 0 linear
  harmonic.7 slider 0...1 0 linear
  harmonic.8 slider 0...1 0 linear
  harmonic.9 slider 0...1 0 linear
  harmonic.10 slider 0...1 0 linear
  harmonic.11 slider 0...1 0 linear
  harmonic.12 slider 0...1 0 linear
  harmonic.13 slider 0...1 0 linear
  harmonic.14 slider 0...1 0 linear
  harmonic.15 slider 0...1 0 linear
  harmonic.16 slider 0...1 0 linear
  lfo.delay slider 0...5 0 s exponential
  lfo.sync choice 0...15 0 linear
  lfo.voice toggle 0...1 0 linear
  lfo2.wave choice 0...4 0 linear
  lfo2.rate slider 0.02...40 2 Hz logarithmic
  lfo2.pitch slider 0...12 0 semitones exponential
  lfo2.filter slider 0...5 0 octaves linear
  lfo2.amp slider 0...1 0 linear
  lfo2.delay slider 0...5 0 s exponential
  lfo2.sync choice 0...15 0 linear
  lfo2.voice toggle 0...1 0 linear
  mod.wheel slider 0...1 0 linear
  matrix.1.source choice 0...10 0 linear
  matrix.1.target choice 0...11 0 linear
  matrix.1.amount slider -1...1 0 linear
  matrix.2.source choice 0...10 0 linear
  matrix.2.target choice 0...11 0 linear
  matrix.2.amount slider -1...1 0 linear
  matrix.3.source choice 0...10 0 linear
  matrix.3.target choice 0...11 0 linear
  matrix.3.amount slider -1...1 0 linear
  matrix.4.source choice 0...10 0 linear
  matrix.4.target choice 0...11 0 linear
  matrix.4.amount slider -1...1 0 linear
  matrix.5.source choice 0...10 0 linear
  matrix.5.target choice 0...11 0 linear
  matrix.5.amount slider -1...1 0 linear
  matrix.6.source choice 0...10 0 linear
  matrix.6.target choice 0...11 0 linear
  matrix.6.amount slider -1...1 0 linear
  matrix.7.source choice 0...10 0 linear
  matrix.7.target choice 0...11 0 linear
  matrix.7.amount slider -1...1 0 linear
  matrix.8.source choice 0...10 0 linear
  matrix.8.target choice 0...11 0 linear
  matrix.8.amount slider -1...1 0 linear
  glide.legato toggle 0...1 1 linear
  clock.tempo slider 20...300 120 bpm linear
  compressor.amount slider 0...1 0 linear
  """

/// The names of the choices.
private let choices: [String: String] = [
  "osc1.wave":
    "saw square triangle sine organ reed choir glass user",
  "osc2.wave":
    "saw square triangle sine organ reed choir glass user",
  "filter.mode":
    "low band high notch ladder",
  "lfo.wave":
    "sine triangle square ramp random",
  "lfo2.wave":
    "sine triangle square ramp random",
  "lfo.sync":
    "off 4/1 2/1 1/1 1/2. 1/2 1/2T 1/4. 1/4 1/4T 1/8. 1/8 1/8T 1/16. 1/16 1/16T",
  "lfo2.sync":
    "off 4/1 2/1 1/1 1/2. 1/2 1/2T 1/4. 1/4 1/4T 1/8. 1/8 1/8T 1/16. 1/16 1/16T",
  "delay.sync":
    "off 4/1 2/1 1/1 1/2. 1/2 1/2T 1/4. 1/4 1/4T 1/8. 1/8 1/8T 1/16. 1/16 1/16T",
  "matrix.1.source":
    "none ampenv filterenv lfo lfo2 velocity key wheel pressure timbre random",
  "matrix.1.target":
    "none pitch osc1.pitch osc2.pitch width mix fm cutoff resonance amp pan lfo.rate",
]

private func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

private func kind(_ widget: Widget) -> String {
  if case .choice = widget.kind { return "choice" }
  return "\(widget.kind)"
}

@Test func `Every widget keeps its name, range and default`() {
  let rows = SynthEngine().widgets.map { widget in
    [
      widget.name, kind(widget), "\(number(widget.range.lowerBound))...\(number(widget.range.upperBound))",
      number(widget.defaultValue), widget.unit, "\(widget.curve)",
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }
  #expect(rows == contract.split(separator: "\n").map(String.init))
  #expect(SynthEngine().widgets.allSatisfy { $0.step == nil && !$0.snaps })
}

@Test func `Every choice keeps its names`() {
  let widgets = WidgetSet(SynthEngine().widgets)
  for (name, names) in choices {
    guard case .choice(let found)? = widgets[name]?.kind else {
      Issue.record("no choice \(name)")
      continue
    }
    #expect(found.joined(separator: " ") == names)
  }
  for slot in 2...8 {
    #expect(widgets["matrix.\(slot).source"]?.kind == widgets["matrix.1.source"]?.kind)
    #expect(widgets["matrix.\(slot).target"]?.kind == widgets["matrix.1.target"]?.kind)
  }
}
