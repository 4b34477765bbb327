import Foundation
import PatchRig
import SpinetFormats

/// A page with a player for each patch, which go on by themselves.
struct Page {
  private let takes: [PatchTake]

  init(_ takes: [PatchTake]) {
    self.takes = takes.sorted { ($0.patch.family ?? "", $0.name) < ($1.patch.family ?? "", $1.name) }
  }

  func write(to folder: URL) throws {
    for take in takes {
      let sound = try PatchTake.phrase(of: take.patch)
      try Self.wave(sound).write(to: folder.appendingPathComponent("\(take.name).wav"))
    }
    try Data(html.utf8).write(to: folder.appendingPathComponent("index.html"))
  }

  private var html: String {
    let rows = takes.map { take in
      """
      <tr><td>\(take.patch.family ?? "")</td><td><b>\(take.patch.name ?? take.name)</b> \(take.name)</td>
      <td>\(take.patch.tags.joined(separator: ", "))</td>
      <td>\(String(format: "%.1f LUFS, %.0f dB", take.loudness, take.dynamics))</td>
      <td><audio controls preload="none" src="\(take.name).wav"></audio></td></tr>
      """
    }
    return """
      <!doctype html><meta charset="utf-8"><title>The sounds of Spinet</title>
      <style>body{font:15px sans-serif;margin:2em}td{padding:.2em .8em}audio{height:2em}</style>
      <h1>The sounds of Spinet</h1>
      <p>Press play once: each phrase starts the next. \(takes.count) sounds, 7.5 seconds each.</p>
      <table>\(rows.joined())</table>
      <script>const all=[...document.querySelectorAll("audio")];
      all.forEach((a,i)=>a.onended=()=>{if(all[i+1]){all[i+1].scrollIntoView({block:"center"});all[i+1].play()}})</script>
      """
  }

  /// A WAV file of 16 bits.
  private static func wave(_ sound: (left: [Float], right: [Float])) -> Data {
    func word(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
    let size = sound.left.count * 4
    var data = Data("RIFF".utf8) + word(36 + size, 4) + Data("WAVEfmt ".utf8)
    data +=
      word(16, 4) + word(1, 2) + word(2, 2) + word(48_000, 4) + word(192_000, 4) + word(4, 2) + word(16, 2)
    data += Data("data".utf8) + word(size, 4)
    for (left, right) in zip(sound.left, sound.right) {
      data += word(Int(max(-1, min(1, left)) * 32_767), 2) + word(Int(max(-1, min(1, right)) * 32_767), 2)
    }
    return data
  }
}
