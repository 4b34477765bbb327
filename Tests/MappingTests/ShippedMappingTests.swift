import Foundation
import SpinetFormats
import SpinetMapping
import SpinetTools
import SpinetWidgets
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../mappings")

private func shipped() throws -> [URL] {
  try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }
}

private func read(_ url: URL) throws -> Mapping {
  try Mapping(bytes: Array(Data(contentsOf: url)), file: url.lastPathComponent)
}

/// The names of the built-in instrument's widgets, and of the three that stand beside every engine.
private let synth = """
  osc1.wave osc1.octave osc1.detune osc1.width osc2.wave osc2.octave osc2.detune osc2.width osc.mix
  noise.level filter.mode filter.cutoff filter.resonance filter.tracking filter.envelope filter.drive
  filterenv.attack filterenv.decay filterenv.sustain filterenv.release amp.attack amp.decay amp.sustain
  mod.wheel amp.release amp.velocity lfo.rate lfo.pitch lfo.filter lfo.amp vibrato.depth vibrato.rate drive.amount
  chorus.mix chorus.rate chorus.depth delay.mix delay.time delay.feedback reverb.mix reverb.size
  reverb.damping master.volume master.pan master.expression pitch.bend glide.time
  engine.running keyboard.octave panic recording
  """

@Test func `At least twenty controllers come with a mapping, and one for all others`() throws {
  let mappings = try shipped().map(read)
  #expect(mappings.filter { !$0.ports.isEmpty && $0.controller != nil }.count >= 20)
  #expect(mappings.filter(\.ports.isEmpty).map(\.file) == ["default.yaml"])
  #expect(Set(mappings.map(\.controller)).count == mappings.count)
}

@Test func `Every shipped mapping fits the built-in instrument`() throws {
  let widgets = WidgetSet(synth.split(whereSeparator: \.isWhitespace).map { Widget(String($0)) })
  for url in try shipped() {
    let mapping = try read(url)
    #expect(mapping.check(against: widgets).isEmpty)
    #expect(MappingTable.lines(of: mapping, widgets: widgets).dropFirst().allSatisfy { $0.count <= 100 })
  }
}

@Test func `No shipped mapping takes what the keyboard needs`() throws {
  // These have no keys, and number their knobs and buttons as they like.
  let keyless = ["korg-nanokontrol2.yaml", "behringer-bcf2000.yaml", "behringer-bcr2000.yaml"]
  let pedals: Set<Control.Kind> = [.cc(64), .cc(66), .cc(67), .cc(0), .cc(32), .bend]
  for mapping in try shipped().map(read) where !keyless.contains(mapping.file) {
    let kinds = mapping.entries.filter { $0.control.channel == nil }.map(\.control.kind)
    #expect(pedals.isDisjoint(with: kinds), "\(mapping.file)")
  }
}
