import NIOCore
import SpinetSession
import SpinetText

/// What one page asks for: of the instrument, of files, and of the dialogue that learns a mapping. [panel-thread]
final class PageRequests {
  private let output: PageOutput
  private let hub: PanelHub
  private let input: InputClient
  let learning: PanelLearning
  let waves: DrawnWaves

  init(_ output: PageOutput, _ hub: PanelHub, _ input: InputClient) {
    (self.output, self.hub, self.input) = (output, hub, input)
    learning = PanelLearning(hub.handle.widgets, output, hub.files)
    waves = DrawnWaves(output, hub, input)
  }

  /// Call it when the page is gone.
  func end() { learning.end() }

  // MARK: The instrument

  /// Asks the instrument as a command does. The answer has the same number.
  func ask(_ number: Int, _ words: [String]) {
    guard let asked = RemoteRequest(words: words) else {
      return answer(number, RemoteRequest.refusal(ofWords: words), .text)
    }
    let (loop, page) = (output.loop, NIOLoopBound(self, eventLoop: output.loop))
    input.ask(asked.request) { response in
      loop.execute { page.value.answer(number, response, asked.style) }
    }
  }

  private func answer(_ number: Int, _ response: Response, _ style: ResponseStyle) {
    var answer = JSONLine()
    answer.add("answer", number)
    answer.add("lines", response.lines(style))
    output.send(answer.description)
  }

  func sendMappings() {
    output.send(PanelMappings(view: hub.handle.mappings, widgets: hub.handle.widgets).message)
  }

  // MARK: Files

  func sendPatches() { read { _ in PanelState.patches } }
  func sendTakes() { read { $0.list } }
  func sendTake(_ number: Int) { read { $0.file(number) } }

  /// Answers with the content of files.
  private func read(_ message: @escaping @Sendable (PanelTakes) -> String) {
    let work = { @Sendable [takes = hub.takes] in message(takes) }
    hub.files.run(work, on: output.loop) { self.output.send($0) }
  }
}
