import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText

/// What one page does with the user's own pages and set lists. Files are read and written on the file thread.
/// [panel-thread]
struct PageOwnFiles {
  let output: PageOutput
  let hub: PanelHub
  let requests: PageRequests

  func take(_ message: OwnFileMessage) {
    let own = hub.own
    switch message {
    case .list: hub.tellOwnFiles(to: output)
    case .page(let name, let page, let replaces):
      keep("page", name) { own.keep(page, named: name, replaces: replaces) }
    case .setList(let name, let list, let places, let replaces):
      keep("setlist", name) { own.keep(list, places: places, named: name, replaces: replaces) }
    case .forget(let kind, let name): forget(kind, name)
    case .song(let choice): choose(choice)
    }
  }

  private func keep(_ kind: String, _ name: String, _ work: @escaping @Sendable () -> OwnFiles.Outcome) {
    hub.files.run(work, on: output.loop) { outcome in
      var line = JSONLine()
      line.add(kind, name)
      switch outcome {
      case .kept: hub.ownFilesChanged()
      case .exists: line.add("exists", "own")
      case .refused(let why): line.add("refused", why)
      }
      output.send("{\"kept\":\(line)}")
    }
  }

  private func forget(_ kind: OwnFileMessage.Kind, _ name: String) {
    let own = hub.own
    let known: LibraryEntry.Kind =
      switch kind {
      case .page: .page
      case .patch: .patch
      case .setList: .setList
      }
    let work = { @Sendable in own.forget(known, named: name) }
    hub.files.run(work, on: output.loop) { why in
      if let why { return output.fail(why) }
      kind == .patch ? hub.tellPatches() : hub.ownFilesChanged()
    }
  }

  // MARK: Set lists

  private func choose(_ choice: OwnFileMessage.SongChoice) {
    let request: Request =
      switch choice {
      case .none: .setList(.leave)
      case .song(let list, let index): .setList(.play(list, song: index))
      case .next: .step(1)
      case .previous: .step(-1)
      }
    requests.carryOut(request) { response in
      // Who has chosen another song meanwhile knows it.
      guard case .refused(let error) = response, error.code != .engineStopped else { return }
      output.fail(hub.names.leftOut(of: "\(error)"))
    }
  }
}
