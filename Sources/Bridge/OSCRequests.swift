import NIOCore
import SpinetPanel
import SpinetRealtime
import SpinetSession

/// Asks the instrument what a page may ask, and nothing else. [bridge-thread]
final class OSCRequests {
  private let rules = PlayerRules(trust: .player)
  private let names = FolderNames(.player)
  private let files = PanelFiles()

  /// - Parameter refuse: gets the reason, on the thread of `loop`. It names no folders.
  func ask(
    _ request: Request, _ input: InputClient, on loop: any EventLoop, refuse: @escaping (String) -> Void
  ) {
    let (rules, names) = (rules, names)
    let judge = { @Sendable in Result { () throws(SpinetError) in try rules.allowed(request) } }
    files.run(judge, on: loop) { judged in
      switch judged {
      case .failure(let error): refuse(names.leftOut(of: "\(error)"))
      case .success(let request):
        let own = NIOLoopBound(refuse, eventLoop: loop)
        input.ask(request) { response in
          guard case .refused(let error) = response else { return }
          loop.execute { own.value(names.leftOut(of: "\(error)")) }
        }
      }
    }
  }

  func end() { files.endLater() }
}
