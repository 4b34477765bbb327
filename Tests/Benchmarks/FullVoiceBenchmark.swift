import Foundation

/// A second of a full voice, two unison oscillators, ladder, LFOs and glide, beside amsynth's: two oscillators, its
/// 24 dB filter, two envelopes, an LFO on pitch, filter and level, portamento.
struct FullVoiceBenchmark {
  let peers: Peers

  func rows() throws -> [Table.Row] {
    guard let patch = peers.patch("full") else { return [] }
    let scratch = try Scratch()
    let amsynth = try amsynth(scratch)
    let costs = try ChordRace().run([ChordRace.spinet(patch, in: scratch)] + [amsynth].compactMap { $0 })
    return [
      Table.Row("a second of a voice of the full patch, beside amsynth's", costs[0], costs.dropFirst().first)
    ]
  }

  private func amsynth(_ scratch: Scratch) throws -> ChordRace.Entrant? {
    guard let plugin = peers.amsynth else { return nil }
    let host = scratch.file("dssi-host")
    let words = ["/usr/bin/gcc", "-O2", PeerVoices.path("dssi-host.c"), "-o", host, "-ldl", "-lm"]
    try Run(words).succeed()
    return { notes, seconds in [host, plugin, "\(notes)", "\(seconds)"] + Self.sound }
  }

  /// Everything moves; the reverb is off.
  private static let sound = [
    "osc_mix=0", "osc2_detune=0.1", "filter_cutoff=0.3", "filter_resonance=0.6", "filter_env_amount=4",
    "filter_attack=0.2", "filter_decay=0.5", "filter_sustain=0.4", "filter_release=0.5", "lfo_freq=3",
    "freq_mod_amount=0.1", "filter_mod_amount=0", "amp_mod_amount=-0.5", "portamento_time=0.05",
    "amp_attack=0.1", "amp_decay=0.5", "amp_sustain=0.7", "amp_release=0.5",
  ]
}
