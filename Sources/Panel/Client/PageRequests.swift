import NIOCore
import SpinetRealtime
import SpinetSession
import SpinetText

/// What one page asks for: of the instrument, and of files. [panel-thread]
final class PageRequests {
  private let output: PageOutput
  private let hub: PanelHub
  private let input: InputClient
  let waves: DrawnWaves

  init(_ output: PageOutput, _ hub: PanelHub, _ input: InputClient) {
    (self.output, self.hub, self.input) = (output, hub, input)
    waves = DrawnWaves(output, hub, input)
  }

  // MARK: The instrument

  /// Asks the instrument as a command does, within what a page may. The answer has the same number.
  func ask(_ number: Int, _ words: [String]) {
    guard let asked = RemoteRequest(words: words) else {
      return answer(number, RemoteRequest.refusal(ofWords: words), .text)
    }
    output.beginAnswer()
    carryOut(asked.request) {
      self.answer(number, $0, asked.style)
      self.output.endAnswer()
    }
  }

  /// Carries out a request if a page may ask it. Folders and devices are looked at on the file thread.
  func carryOut(_ request: Request, _ take: @escaping (Response) -> Void) {
    let rules = hub.rules
    let judge = { @Sendable in Result { () throws(SpinetError) in try rules.allowed(request) } }
    guard rules.mustLook(at: request) else { return carryOut(judge(), take) }
    hub.files.run(judge, on: output.loop) { self.carryOut($0, take) }
  }

  private func carryOut(_ judged: Result<Request, SpinetError>, _ take: @escaping (Response) -> Void) {
    switch judged {
    case .failure(let error): take(.refused(error))
    case .success(let request):
      let (loop, take) = (output.loop, NIOLoopBound(take, eventLoop: output.loop))
      input.ask(request) { response in loop.execute { take.value(response) } }
    }
  }

  private func answer(_ number: Int, _ response: Response, _ style: ResponseStyle) {
    var answer = JSONLine()
    answer.add("answer", number)
    answer.add("lines", response.lines(style).map(hub.names.leftOut))
    if case .refused(let error) = response {
      answer.add("refused", error.code.rawValue)
      answer.add("say", hub.names.leftOut(of: "\(error)"))
    }
    output.send(answer.description)
  }

  func sendMappings() {
    output.send(
      PanelMappings(view: hub.handle.mappings, widgets: hub.handle.widgets, names: hub.names).message)
  }

  // MARK: Files

  func sendPatches() { read { _ in PanelState.patches } }
  func sendTakes() { read { $0.list } }
  func sendTake(_ number: Int) { read { $0.file(number) } }
  func sendRoll(_ number: Int) { read { $0.roll(number) } }

  func sendMappingFile(_ name: String) {
    let files = MappingFiles(view: hub.handle.mappings, names: hub.names)
    read { _ in files.message(of: name) }
  }

  /// Plays a take again for all pages; nil ends it.
  func replay(_ number: Int?) {
    guard let number else { return hub.replay.stop() }
    let takes = hub.takes
    let work = { @Sendable in Result { () throws(SpinetError) in try takes.notes(of: number) } }
    hub.files.run(work, on: output.loop) { roll in
      switch roll {
      case .success(let roll): self.hub.replay.play(roll, number: number, on: self.output.loop)
      case .failure(let error): self.output.fail("\(error)")
      }
    }
  }

  /// Answers with the content of files.
  private func read(_ message: @escaping @Sendable (PanelTakes) -> String) {
    let work = { @Sendable [takes = hub.takes] in message(takes) }
    output.beginAnswer()
    hub.files.run(work, on: output.loop) {
      self.output.send($0)
      self.output.endAnswer()
    }
  }
}
