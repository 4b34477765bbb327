import CMallocProbe
import CSndfile
import Foundation
import Scratch
import SpinetEngine
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetDevices

@Test func `Playing on no device runs, records and stops`() throws {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  let ends = ControlEnds()
  let engine = CountingEngine(link: ends.link)
  let output = try Playback(OutputRequest(pcm: "none"))
  #expect(output.format.latencyFrames == 512)
  let recorder = try FrameRecorder(path: FilePath(path), framesPerSecond: output.format.framesPerSecond)
  #expect(output.status.state == .stopped)
  try output.start(engine, link: ends.link, recorder: recorder)
  #expect(eventually { output.status.hasPlayed })
  #expect(output.status.grant != nil)
  usleep(50_000)
  output.stop()
  #expect(output.status.state == .stopped)
  try recorder.finish()
  var info = SF_INFO()
  let file = try #require(sf_open(path, Int32(SFM_READ), &info))
  sf_close(file)
  #expect(Int(info.frames) == engine.blocks * 128 - recorder.lostFrames)
}

@Test func `A PCM that is not there is refused in one line`() {
  let error = #expect(throws: SpinetError.self) {
    try Playback(OutputRequest(pcm: "hw:CARD=NoSuchCard,DEV=0"))
  }
  #expect(error?.description.hasPrefix("audio \"hw:CARD=NoSuchCard,DEV=0\": open: ") == true)
  #expect(error?.description.contains("\n") == false)
}

@Test func `Trying a PCM that is away looks at no card`() {
  let request = OutputRequest(pcm: "hw:CARD=NoSuchCard,DEV=0")
  #expect(Playback(ifAvailable: request) == nil)
  func allocations(_ work: () -> Void) -> UInt {
    let before = malloc_probe_count()
    work()
    return malloc_probe_count() - before
  }
  let trying = allocations { _ = Playback(ifAvailable: request) }
  let listing = allocations { _ = PCMDescription.all() }
  #expect(
    trying < listing || !malloc_probe_counts(), "\(trying) allocations, \(listing) to look at the cards")
}

@Test(arguments: [
  (Errno.operationNotSupportedByDevice, "PCM"), (.resourceBusy, "close the program"),
  (.permissionDenied, "the group audio"),
])
func `A PCM that cannot be opened comes with a remedy`(code: Errno, word: String) {
  let error = SpinetError(pcm: "hw:0", opening: code)
  #expect(error.remedy.description.contains(word) && error.why.hasPrefix("open: "), "\(error)")
}

@Test(arguments: [
  ("default", "default"), ("none", "none"), ("PCH", "hw:CARD=PCH,DEV=0"), ("pch", "hw:CARD=PCH,DEV=0"),
  ("*usb*", "hw:CARD=Audio,DEV=0"), ("scarlett", "hw:CARD=Audio,DEV=0"), ("pulse", "pulse"),
  ("hw:Other", "hw:Other"), ("accordion", nil),
])
func `A PCM is chosen by name, part, wildcard or card`(wanted: String, pcm: String?) {
  let all = [
    PCMDescription(name: "default", text: "Default", cardID: nil),
    PCMDescription(name: "pulse", text: "PulseAudio Sound Server", cardID: nil),
    PCMDescription(name: "hw:CARD=PCH,DEV=0", text: "HDA Intel PCH, ALC257", cardID: "PCH"),
    PCMDescription(name: "hw:CARD=Audio,DEV=0", text: "Scarlett 2i2, USB Audio", cardID: "Audio"),
  ]
  #expect(PCMDescription.resolve(wanted, among: all) == pcm)
}

@Test func `ALSA's own messages are left alone until a program asks for quiet`() async {
  await #expect(processExitsWith: .success) {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    dup2(file, STDERR_FILENO)
    defer { unlink(path) }
    /// How much is on standard error after a PCM that is not there.
    func bytes() throws -> Int {
      _ = try? Playback(OutputRequest(pcm: "hw:CARD=NoSuchCard,DEV=0"))
      return try Data(contentsOf: URL(filePath: path)).count
    }
    let loud = try bytes()
    quietSoundLibraries()
    let quiet = try bytes()
    #expect(loud > 0)
    #expect(quiet == loud)
  }
}
