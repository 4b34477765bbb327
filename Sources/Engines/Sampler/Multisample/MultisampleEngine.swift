import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// Plays many samples: an SFZ file, or a folder of sound files that are named by their notes.
package final class MultisampleEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  package let name = "Sampler"
  package let widgets: [Widget]
  package let voiceCapacity = MultisamplePlayer.noteCount

  /// Whether every recording ends, or falls to silence, while a key is held.
  package let fades: Bool

  package var hearsPedals: Bool { instrument.zones.contains { $0.region.hearsPedals } }

  /// Whether it is rendered offline, and so waits for the disk.
  private let isOffline: Bool
  private let instrument: SampledInstrument
  private let kernel = SincKernel()
  private(set) var player = PreparedPlayer<MultisamplePlayer>()

  package init(_ instrument: SampledInstrument, isOffline: Bool = false) {
    self.instrument = instrument
    self.isOffline = isOffline
    fades = instrument.zones.allSatisfy { SampleZone.fades($0.region, $0.sample) }
    let own = MultisampleParameter.allCases.map { $0.makeWidget() }
    let tempo = instrument.zones.contains { $0.region.tempi != nil } ? [Self.tempo] : []
    let names = instrument.otherNames.union((own + tempo).map(\.name))
    widgets = own + instrument.controllerWidgets(besides: names) + tempo
  }

  /// - Parameter zones: at least one region, in the order of the file, which decides the turns.
  package convenience init(zones: [(region: SFZRegion, sample: Sample)]) {
    self.init(SampledInstrument(zones: zones))
  }

  /// For regions that play at some tempi only.
  private static var tempo: Widget {
    Widget(
      "clock.tempo", range: 20...300, default: 120, unit: "bpm", isOpen: true, limits: 1...999,
      about: "The tempo by which samples are chosen; a MIDI clock moves it.")
  }

  package var memoryBytes: Int { instrument.memoryBytes }

  /// The widgets of the instrument's controllers, by the number of the controller that moves each.
  package var controllerWidgets: [(controller: Int, widget: Widget)] {
    let own = MultisampleParameter.allCases.count
    return zip(instrument.controllers.used, widgets.dropFirst(own)).map { ($0.number, $1) }
  }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    player.prepare {
      MultisamplePlayer(
        instrument, kernel: kernel, widgets: widgets,
        streams: instrument.streams?.access(isOffline: isOffline),
        framesPerSecond: framesPerSecond, end: link.claimAudioEnd())
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}

/// Regions with their samples, and what they share.
package struct SampledInstrument {
  /// At least one, in the order of the file, which decides the turns.
  package var zones: [(region: SFZRegion, sample: Sample)]
  package var controllers = SFZControllers()
  package var curves = SFZCurve.builtIn
  /// The names of widgets beside the engine's, which no controller may have.
  package var otherNames: Set<String> = []
  /// Reads the recordings that come from the disk; nil before `startStreams`, and if there are none.
  private(set) var streams: StreamThread?

  package init(zones: [(region: SFZRegion, sample: Sample)]) { self.zones = zones }

  package init(
    _ instrument: SFZInstrument, zones: [(region: SFZRegion, sample: Sample)]
  ) {
    self.zones = Self.crossfaded(zones)
    controllers = instrument.controllers
    curves = instrument.curves
  }

  /// The zones with their own recordings where they fade into their loops. Equal ones are made once.
  private static func crossfaded(
    _ zones: [(region: SFZRegion, sample: Sample)]
  ) -> [(region: SFZRegion, sample: Sample)] {
    struct Fade: Hashable {
      let sample: ObjectIdentifier
      let loop: Range<Int>
      let seconds: Double
    }
    var made: [Fade: Sample] = [:]
    return zones.map { region, sample in
      guard region.loopCrossfade > 0, sample.stream == nil,
        let loop = SampleZone.loop(region, sample, sample.frameCount)
      else { return (region, sample) }
      let fade = Fade(sample: ObjectIdentifier(sample), loop: loop, seconds: region.loopCrossfade)
      let own = made[fade] ?? sample.crossfaded(into: loop, seconds: region.loopCrossfade)
      made[fade] = own
      return (region, own)
    }
  }

  /// Starts the thread that reads the recordings that come from the disk. Until then they are silent.
  package mutating func startStreams() throws(SpinetError) {
    let sounds = streamed
    if !sounds.isEmpty { streams = try StreamThread(sounds) }
  }

  /// The recordings that come from the disk, each once, in their order.
  var streamed: [StreamedSample] {
    var known: Set<ObjectIdentifier> = []
    return zones.compactMap(\.sample.stream).filter { known.insert(ObjectIdentifier($0)).inserted }
  }

  /// Gives each zone the number of its recording in `streamed`.
  func numberStreams(_ table: inout [SampleZone]) {
    var numbers: [ObjectIdentifier: Int] = [:]
    for (number, sound) in streamed.enumerated() { numbers[ObjectIdentifier(sound)] = number }
    guard !numbers.isEmpty else { return }
    for (index, zone) in zones.enumerated() {
      guard let stream = zone.sample.stream else { continue }
      table[index].stream = numbers[ObjectIdentifier(stream)] ?? -1
    }
  }

  /// What all recordings take in memory, each counted once.
  var memoryBytes: Int {
    var known: Set<ObjectIdentifier> = []
    return zones.reduce(0) { sum, zone in
      known.insert(ObjectIdentifier(zone.sample)).inserted ? sum + zone.sample.memoryBytes : sum
    }
  }

  /// A widget for each controller, in its unit of 0–127.
  fileprivate func controllerWidgets(besides names: Set<String>) -> [Widget] {
    controllers.used.map { controller in
      Widget(
        names.contains(controller.name) ? "\(controller.name) \(controller.number)" : controller.name,
        range: 0...127, default: controller.start, about: "What controller \(controller.number) moves.")
    }
  }
}

/// The parameters that all regions share; add, never rename.
enum MultisampleParameter: CaseIterable {
  case tune, pitchBend, attack, release
  case volume, pan, expression

  static var count: Int { @_noLocks get { expression.index + 1 } }

  var index: Int {
    // A raw value would be the same, through a function that @_noLocks rejects.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The table of all parameters, a row for each.
  func makeWidget() -> Widget {
    switch self {
    case .tune:
      Widget("tune", range: -100...100, default: 0, unit: "cents", about: "The fine pitch of all samples.")
    case .pitchBend: .pitchBend
    case .attack:
      Self.shortest("amp.attack", about: "The shortest time that a note takes to its full loudness.")
    case .release:
      Self.shortest("amp.release", about: "The shortest time that a note rings after the key is let go.")
    case .volume: .masterVolume(default: 0.7)
    case .pan: .masterPan
    case .expression: .masterExpression
    }
  }

  /// A lower limit for the time of each region.
  private static func shortest(_ name: String, about: String) -> Widget {
    Widget(name, range: 0.001...20, default: 0.001, unit: "s", curve: .logarithmic, about: about)
  }
}
