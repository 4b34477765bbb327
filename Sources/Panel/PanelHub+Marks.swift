import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets

/// What the pages share beside the instrument: marks, steps back, the user's own files.
extension PanelHub {
  /// The messages for a page that knows nothing yet.
  func everything() -> [String] {
    [panel] + state.everything() + [marks, undone.message(handle.widgets)]
  }

  private var panel: String {
    var line = JSONLine()
    line.add("version", Panel.version)
    line.add("trust", access.trust.rawValue)
    line.add("secure", link?.url.hasPrefix("https") ?? false)
    line.add("others", link?.isForOthers ?? false)
    return "{\"panel\":\(line)}"
  }

  // MARK: Marks

  private var marks: String {
    let (marks, sound) = (handle.marks.marks, handle.status.instrument)
    var line = JSONLine()
    line.add("sound", sound)
    let pins = marks.pins(ofSound: sound).map { $0.map(JSONLine.quoted) ?? "null" }
    line.add("pins", literal: PanelState.list(pins))
    line.add("widgets", marks.widgets)
    line.add("sounds", marks.sounds)
    return "{\"marks\":\(line)}"
  }

  func tellMarks() { tell(marks) }

  /// Changes the marks on the file thread, and tells all pages.
  func mark(_ change: @escaping @Sendable (inout Marks) -> Void) {
    guard let loop else { return }
    let file = handle.marks
    let work = { @Sendable () -> String? in
      do throws(SpinetError) { try file.change(change) } catch { return "\(error)" }
      return nil
    }
    files.run(work, on: loop) { why in
      if let why { self.log(why) }
      self.tellMarks()
    }
  }

  // MARK: The level

  func unclip() {
    state.unclip()
    tell(state.statusMessage)
  }

  // MARK: The user's own files

  /// Sends the pages and the set lists.
  func tellOwnFiles(to page: PageOutput) {
    readOwnFiles { page.send($0) }
  }

  /// The files of pages or set lists are others: all pages get them.
  func ownFilesChanged() { readOwnFiles { for message in $0 { self.tell(message) } } }

  private func readOwnFiles(_ take: @escaping ([String]) -> Void) {
    guard let loop else { return }
    files.run({ @Sendable [own] in [own.pages, own.setLists] }, on: loop, reply: take)
  }
}
