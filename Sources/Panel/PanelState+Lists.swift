import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSurface
import SpinetText

/// Messages that do not depend on what plays: the sounds that can be loaded, and a page's pianos.
extension PanelState {
  /// The sounds that can be loaded by name. Reads folders.
  static var patches: String {
    var line = JSONLine()
    do throws(SpinetError) {
      let sounds = try ListedSounds().all()
      line.add("patches", sounds.filter { $0.kind == .patch }.map(\.name))
      line.add("stages", sounds.filter { $0.kind == .stage }.map(\.name))
      line.add("sounds", literal: list(sounds.map(json)))
    } catch {
      line.add("error", "\(error)")
    }
    return line.description
  }

  private static func json(_ sound: ListedSound) -> String {
    var line = JSONLine()
    line.add("name", sound.name)
    line.add("kind", sound.kind.rawValue)
    line.add("title", sound.title)
    line.add("family", sound.family)
    line.add("tags", sound.tags)
    line.add("about", sound.about)
    line.add("own", sound.isOwn)
    line.add("hides", sound.hides)
    sound.program.map { line.add("program", $0) } ?? line.addNull("program")
    return line.description
  }

  /// `[x, y, width, height, black, note, MIDI key]`
  private static func placed(_ key: SurfaceKey) -> String {
    let places = [key.rect.x, key.rect.y, key.rect.width, key.rect.height].map {
      JSONLine.number(($0 * 1e6).rounded() / 1e6)
    }
    let note = key.note.map { "\(JSONLine.quoted($0.description)),\($0.key)" } ?? "null,null"
    return "[\(places.joined(separator: ",")),\(key.isBlack ? 1 : 0),\(note)]"
  }

  static func pianos(
    part: String, octave: Int, policy: String, _ layout: WidePiano.Layout, _ keys: [SurfaceKey]
  ) -> String {
    var piano = JSONLine()
    piano.add("octave", octave)
    piano.add("policy", policy)
    piano.add("keys", literal: list(OctaveSurface.keys(octave: octave).map(placed)))
    var software = JSONLine()
    software.add("whites", layout.whites)
    software.add("first", layout.first.description)
    software.add("keys", literal: list(keys.map(placed)))
    return "{\"piano\":\(piano),\"software\":\(software),\"part\":\(JSONLine.quoted(part))}"
  }
}
