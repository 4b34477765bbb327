import Foundation
import Listening
import PatchRig
import SpinetFormats

// Measures every shipped patch, and writes a page with a phrase of each, to hear through in ten minutes.
//   phrases FOLDER [PATCH...]

guard CommandLine.arguments.count > 1 else {
  print("usage: phrases FOLDER [PATCH...]")
  exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let named = Array(CommandLine.arguments.dropFirst(2))
let takes = try (named.isEmpty ? ShippedPatches.names : named).map { try PatchTake($0) }
print("patch                   family     LUFS   peak  dynamics bright      DC    rest click  nearest")
for take in takes {
  let others = takes.filter { $0.name != take.name }
  let nearest = others.min { $0.timbre.distance(to: take.timbre) < $1.timbre.distance(to: take.timbre) }
  let distance = nearest.map { $0.timbre.distance(to: take.timbre) } ?? .nan
  print(
    take.name.padding(toLength: 23, withPad: " ", startingAt: 0),
    (take.patch.family ?? "").padding(toLength: 9, withPad: " ", startingAt: 0),
    String(
      format: "%6.1f %6.2f %6.1f dB %6.2f %7.5f %7.5f %5.2f %5.1f", take.loudness, take.peak, take.dynamics,
      take.brightening, take.directCurrent, take.rest, take.click, distance), nearest?.name ?? "")
}
try Page(takes).write(to: folder)
print("wrote \(folder.appendingPathComponent("index.html").path)")

for kit in takes where kit.isKit && !named.isEmpty && kit.patch.engine == .modal {
  let drums = try (27...87).map { try KitTake(kit.name, key: $0) }
  print("\n\(kit.name): key, peak, level, seconds, nearest key")
  for drum in drums {
    let others = drums.filter { $0.key != drum.key }
    guard
      let nearest = others.min(by: {
        $0.timbre.distance(to: drum.timbre) < $1.timbre.distance(to: drum.timbre)
      })
    else { continue }
    print(
      String(
        format: "%3d %5.2f %6.1f %5.2f  %3d %5.1f", drum.key, drum.peak, drum.level, drum.length, nearest.key,
        nearest.timbre.distance(to: drum.timbre)))
  }
}
print("\ncents out of tune at four keys")
for take in takes where !take.isKit && take.patch.engine == .modal {
  let ratio = take.name == "tubular-bells" ? 2.0 : 1
  let cents = try [45, 57, 69, 81].map {
    String(format: "%6.1f", try PatchTake.cents(take.name, key: $0, ratio: ratio))
  }
  print(take.name.padding(toLength: 20, withPad: " ", startingAt: 0), cents.joined(separator: " "))
}
