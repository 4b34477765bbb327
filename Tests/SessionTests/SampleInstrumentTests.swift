import Foundation
import Glibc
import Logging
import Scratch
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetSession

@Suite struct SampleInstrumentTests {
  let folder = TemporaryFolder()

  /// A second of a tone in a file of that name.
  private func write(_ name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    let tone = (0..<48_000).map { Float(0.5 * sin(Double($0) / 20)) }
    let writer = try SoundFileWriter(path: FilePath(path), framesPerSecond: 48_000)
    try writer.write(interleaved: tone.flatMap { [$0, $0] })
    try writer.finish()
    return path
  }

  private func options(_ instrument: String) throws -> PlayOptions {
    var options = PlayOptions()
    options.instrument = instrument
    options.midi = .none
    options.pcm = "none"
    options.state = .none
    options.tag = "sample \(getpid())"
    options.engineStartsRunning = false
    let mapping = "\(folder.path)/map.yaml"
    try "map:\n  cc 21: loop.end\n  cc 22: sample.start\n".write(
      toFile: mapping, atomically: true, encoding: .utf8)
    options.mappingFiles = [FilePath(mapping)]
    return options
  }

  @Test func `A sound file is an instrument whose widgets live with the engine stopped`() throws {
    let session = try LiveSession(
      options: try options(try write("loop.flac")), logger: Logger(label: "test"))
    #expect(session.instrument.name == "loop.flac" && !session.output.isRunning)
    let port = MIDIPort(
      id: PortID(rawValue: 1), client: "Faders", name: "Faders", address: "1:0", isHardware: true,
      sends: true, receives: false)
    session.performer.portAppeared(port)
    func turn(_ controller: UInt8, to value: UInt8) {
      session.performer.take(
        .controlChange(Channel(status: 0), controller: controller, value: value), from: port.id, at: .now
      ) { _ in }
    }
    turn(21, to: 0)
    #expect(session.instrument.widgets["loop.end"]?.value == 0)
    try session.output.start()
    turn(22, to: 127)
    #expect(session.instrument.widgets["sample.start"]?.value == 1)
    session.output.stop()
    turn(21, to: 127)
    #expect(session.instrument.widgets["loop.end"]?.value == 1)
    #expect(session.instrument.widgets["sample.start"]?.value == 1)
  }

  @Test func `A broken sound file is the writer's fault, not the machine's`() throws {
    let path = "\(folder.path)/text.wav"
    try "no sound".write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: SpinetError.self) { try InstrumentLoader(library: .current).load(path) }
    #expect(error?.code == .notReadable && error?.what == path)
  }
}
