import Foundation
import Scratch
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetSession

@Suite struct StateFileTests {
  let folder = TemporaryFolder()
  var path: String { folder.path + "/deep/er/state.yaml" }

  @Test func `What is written is read back exactly`() throws {
    let file = StateFile(path: FilePath(path), instrument: "a \"quoted\" name")
    let values = ["filter.cutoff": 1023.7000000000001, "x": -0.0, "odd: name": 1e-9]
    try file.write(values)
    #expect(try file.read().values == values)
  }

  @Test func `What the patch had is kept with what differs from it`() throws {
    let file = StateFile(path: FilePath(path), instrument: "x")
    try file.write(["a": 1, "b": .nan], over: ["a": 0.1, "b": 2, "c": 3])
    #expect(try file.read().patch == ["a": 0.1])
    try file.write(["a": 1])
    #expect(try file.read().patch.isEmpty)
  }

  @Test func `A file that is not there yet is an empty memory`() throws {
    #expect(try StateFile(path: FilePath(path), instrument: "x").read().values.isEmpty)
  }

  @Test(arguments: [
    ("", "1:1"), ("widgets: [1, 2]\n", "1:10"), ("widgets: {a: 1\n", ""), ("else: 1\n", "1:1"),
  ])
  func `A broken file is an error with its place and stays as it is`(text: String, place: String) throws {
    let path = folder.path + "/broken.yaml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: SpinetError.self) {
      try StateFile(path: FilePath(path), instrument: "x").read()
    }
    #expect(error?.description.contains("broken.yaml:\(place)") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test(arguments: ["much", ".nan", "inf", "-1e999", "[1]"])
  func `A value that is no number is told and passed over`(value: String) throws {
    let path = folder.path + "/state.yaml"
    try "widgets:\n  a: \(value)\n  b: 2\n".write(toFile: path, atomically: true, encoding: .utf8)
    let kept = try StateFile(path: FilePath(path), instrument: "x").read()
    #expect(kept.values == ["b": 2])
    #expect(kept.remarks.count == 1 && kept.remarks[0].hasPrefix("\(path):2:6: warning: "))
  }

  @Test func `What is no number is not written`() throws {
    let file = StateFile(path: FilePath(path), instrument: "x")
    try file.write(["a": .infinity, "b": -.infinity, "c": .nan, "d": 1])
    let kept = try file.read()
    #expect(kept.values == ["d": 1] && kept.remarks.isEmpty)
  }

  @Test func `What another instrument has kept is left to it`() throws {
    try StateFile(path: FilePath(path), instrument: "pad").write(["a": 1])
    let error = #expect(throws: SpinetError.self) {
      try StateFile(path: FilePath(path), instrument: "pad.csd").read()
    }
    #expect(error?.why == "it keeps the widgets of pad, not of pad.csd")
    #expect(try StateFile(path: FilePath(path), instrument: "pad").read().values == ["a": 1])
  }

  @Test func `Writing leaves nothing but the file`() throws {
    let file = StateFile(path: FilePath(folder.path + "/state.yaml"), instrument: "x")
    for value in 0..<20 { try file.write(["a": Double(value)]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.yaml"])
  }

  @Test func `A place that cannot be written to is an error with a remedy`() {
    let error = #expect(throws: SpinetError.self) {
      try StateFile(path: "/proc/nowhere/state.yaml", instrument: "x").write(["a": 1])
    }
    #expect(error?.description.hasPrefix("/proc/nowhere/state.yaml: ") == true)
  }

  private func own(_ path: String?, name: String = "test.csd") throws -> String {
    let rig = try Rig()
    let instrument = LoadedInstrument(
      name: name, file: path.map { FilePath($0) }, engine: rig.performer.instrument.engine)
    return StateFile(of: instrument, client: "Spinet", in: "/kept").path.string
  }

  @Test func `Two programs of one name in two folders have two files`() throws {
    let (a, b) = (try own("/a/test.csd"), try own("/b/test.csd"))
    #expect(a != b)
    #expect(a.hasPrefix("/kept/Spinet test.csd ") && a.hasSuffix(".yaml"))
    #expect(try own("/a/test.csd") == a)
  }

  @Test func `A program is the same by whatever path it is named`() throws {
    let program = folder.path + "/test.csd"
    try "".write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path)
    #expect(try own(folder.path + "/./test.csd") == own(program))
    #expect(try own(folder.path + "/link/test.csd") == own(program))
  }

  @Test func `A patch that travels with spinet keeps its name`() throws {
    #expect(try own(nil, name: "default") == "/kept/Spinet default.yaml")
  }

  @Test func `A long name leaves room for the rest`() throws {
    let path = try own("/a", name: String(repeating: "é", count: 255))
    #expect((path.split(separator: "/").last ?? "").utf8.count < 200)
  }
}
