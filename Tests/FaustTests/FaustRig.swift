import Foundation
import SpinetEngine
import SpinetFaust
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

/// A Faust program with its keyboard before it, played offline.
final class FaustRig {
  let program: FaustProgram
  let interface: FaustInterface
  let player: FaustEngine
  private var ends = ControlEnds()
  var link: EngineLink { ends.link }
  let framesPerSecond: Double
  private(set) var frame: Int64 = 0
  /// How long the card has rested until now.
  private var restedSeconds = 0.0
  private(set) var ended: [VoiceNumber] = []
  private var keyboard: SmartKeyboard
  private var events: [VoiceEvent] = []
  private let buffer: SampleBuffer
  /// What comes in, the same in every block; nil for nothing.
  var heard: SampleBuffer?
  private let port = PortID(rawValue: 1)

  /// - Parameter program: the text of a `.dsp`.
  convenience init(_ text: String, framesPerSecond: Double = 48_000) throws {
    try self.init(path: Self.file(text), framesPerSecond: framesPerSecond)
  }

  convenience init(path: FilePath, framesPerSecond: Double = 48_000) throws {
    try self.init(FaustProgram(path: path, settings: Self.settings), framesPerSecond: framesPerSecond)
  }

  init(_ program: FaustProgram, framesPerSecond: Double = 48_000) throws {
    self.program = program
    interface = FaustInterface(program)
    player = FaustEngine(program)
    self.framesPerSecond = framesPerSecond
    buffer = SampleBuffer(capacity: 1024, channels: player.outputCount)
    keyboard = SmartKeyboard(configuration: interface.keyboard ?? .midi, voices: player.voiceCapacity)
    try prepare()
    keyboard.engineStarted(into: &events)
    send()
  }

  func prepare() throws {
    try player.prepare(framesPerSecond: framesPerSecond, largestBlock: 1024, link: ends.link)
  }

  /// With a cache beside people's own.
  static let settings: FaustSettings = {
    var settings = FaustSettings()
    settings.environment["XDG_CACHE_HOME"] =
      FileManager.default.temporaryDirectory.appending(path: "spinet-tests").path
    return settings
  }()

  /// Writes a program into a folder of its own. Answers its path.
  static func file(_ text: String, named name: String = "test.dsp") throws -> FilePath {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spinet-faust-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name).path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return FilePath(path)
  }

  static func program(_ text: String) throws -> FaustProgram {
    try FaustProgram(path: file(text), settings: settings)
  }

  func widget(_ name: String) throws -> Widget {
    try #require(program.widgets.first { $0.name == name }, "no widget \(name)")
  }

  private var milliseconds: Double { Double(frame) / framesPerSecond * 1000 }

  func play(_ bytes: UInt8...) {
    var parser = MIDIParser()
    parser.parse(bytes) { message in
      keyboard.play(message, from: port, at: milliseconds, into: &events)
    }
    send()
  }

  func down(_ finger: Int, _ x: Double, _ y: Double) {
    keyboard.fingerDown(finger, x: x, y: y, at: milliseconds, into: &events)
    send()
  }

  func move(_ finger: Int, _ x: Double, _ y: Double) {
    keyboard.fingerMoved(finger, x: x, y: y, at: milliseconds, into: &events)
    send()
  }

  func lift(_ finger: Int, _ x: Double, _ y: Double) {
    keyboard.fingerLifted(finger, x: x, y: y, at: milliseconds, into: &events)
    send()
  }

  /// Events for the engine at a frame, now if there is none.
  func send(_ more: [VoiceEvent] = [], at frame: Int64? = nil) {
    events += more
    for event in events { send(.voice(event), at: frame) }
    events.removeAll()
  }

  func send(_ action: EngineCommand.Action, at frame: Int64? = nil) {
    let time = HostTime(seconds: restedSeconds + Double(frame ?? self.frame) / framesPerSecond)
    _ = ends.commands.send(EngineCommand(time: time, action))
  }

  func start(_ voice: Int, hertz: Double, gain: Double = 1, serial: UInt32 = 1, at frame: Int64? = nil) {
    let number = VoiceNumber(voice)
    send(
      [
        .start(number, serial: serial), .set(number, .freq, hertz), .set(number, .gain, gain),
        .set(number, .gate, 1),
      ], at: frame)
  }

  func release(_ voice: Int, at frame: Int64? = nil) {
    send([.set(VoiceNumber(voice), .gate, 0), .release(VoiceNumber(voice))], at: frame)
  }

  /// The next frames of both channels.
  func render(_ frames: Int, block: Int = 128) -> (left: [Float], right: [Float]) {
    var left: [Float] = []
    var right: [Float] = []
    while left.count < frames {
      let count = min(block, frames - left.count)
      keyboard.advance(to: milliseconds, into: &events)
      send()
      renderBlock(count)
      left += buffer.left.prefix(count)
      right += buffer.right.prefix(count)
      popReports()
    }
    return (left, right)
  }

  /// Time goes on, and nothing is rendered.
  func rest(seconds: Double) { restedSeconds += seconds }

  /// The last sample of each output beyond the first two.
  func further(_ frames: Int) -> [Float] {
    _ = render(frames)
    let further = buffer.channels.dropping(channels: 2)
    return (0..<further.channelCount).map { further[$0][(frames - 1) % 128] }
  }

  /// What allocates nothing.
  func renderBlock(_ count: Int) {
    let timeline = Timeline(anchorTime: HostTime(seconds: restedSeconds), framesPerSecond: framesPerSecond)
    var block = buffer.block(frameCount: count, firstFrame: frame, timeline: timeline)
    block.input = heard.map { AudioInput($0.channels) }
    player.render(block)
    frame += Int64(count)
  }

  private func popReports() {
    while let report = ends.reports.next() {
      guard case .voiceEnded(let voice, let serial) = report else { continue }
      ended.append(voice)
      keyboard.voiceEnded(voice, serial: serial)
    }
  }
}

extension [Float] {
  var peak: Float { map(abs).max() ?? 0 }
  /// The greatest step from one sample to the next.
  var greatestStep: Float { zip(self, dropFirst()).map { abs($1 - $0) }.max() ?? 0 }

  /// Upward passages through 0 in a second.
  func hertz(_ framesPerSecond: Double = 48_000) -> Double {
    let crossings = indices.dropFirst().filter { self[$0 - 1] < 0 && self[$0] >= 0 }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) / Double(last - first) * framesPerSecond
  }
}
