import NIOCore
import NIOPosix
import SpinetEngine
import SpinetSession
import SpinetSurface
import SpinetText
import SpinetWidgets

/// Answers the wave requests of one page, one at a time. Of several requests for a wave, only the newest is answered.
/// [panel-thread]
final class DrawnWaves {
  private let hub: PanelHub
  private let output: PageOutput
  private let input: InputClient
  /// By name: the next request.
  private var waiting: [String: WaveQuestion] = [:]
  private var isBusy = false
  /// By name: the width that the page has last asked for.
  private var widths: [String: Double] = [:]
  /// Tables that are read by several requests are kept until they change.
  private var kept: [String: KeptTable] = [:]

  private struct KeptTable {
    let number: Int
    let arrangement: Int
    let wave: RecordedWave
  }

  init(_ output: PageOutput, _ hub: PanelHub, _ input: InputClient) {
    (self.output, self.hub, self.input) = (output, hub, input)
  }

  /// Answers a request when the requests before it have been answered.
  func answer(_ question: WaveQuestion) {
    guard hub.state.wave(question.name) != nil else { return }
    waiting[question.name] = question
    widths[question.name] = question.to - question.from
    next()
  }

  /// How much of a wave the page shows.
  func shownWidth(of name: String) -> Double { widths[name] ?? 1 }

  private func next() {
    guard !isBusy, let (name, question) = waiting.first else { return }
    waiting[name] = nil
    switch hub.state.wave(name) {
    case .pad(let x, let y):
      send(question, DrawnCycle.pad(x: position(x), y: position(y), points: question.columns))
    case .harmonics(let bars):
      send(question, DrawnCycle.harmonics(bars.map(position), points: question.columns))
    case .table(let label): show(label, question)
    case .recording: showRecording(question)
    case nil: break
    }
    if !isBusy { next() }
  }

  private func position(_ index: Int) -> Double { hub.state.all[index].position }

  // MARK: Tables

  private func show(_ label: Int, _ question: WaveQuestion) {
    let widget = hub.state.all[label]
    guard let number = Int(exactly: widget.value.rounded()), number > 0 else { return }
    if let known = kept[question.name], known.number == number,
      known.arrangement == hub.state.arrangementCount
    {
      return send(question, known.wave)
    }
    isBusy = true
    let part = hub.state.part(ofWidget: widget.name)
    read(TableReading(number: number, part: part), question)
  }

  /// Asks for the next part of a table, and then for the one after it.
  private func read(_ reading: TableReading, _ question: WaveQuestion) {
    let page = NIOLoopBound(self, eventLoop: output.loop)
    let loop = output.loop
    input.ask(reading.request) { response in
      loop.execute { page.value.take(response, of: reading, question) }
    }
  }

  private func take(_ response: Response, of reading: TableReading, _ question: WaveQuestion) {
    let work = { @Sendable in reading.taking(response) }
    hub.files.run(work, on: output.loop) { result in
      switch result {
      case .incomplete(let more): self.read(more, question)
      case .complete(let wave): self.take(wave, reading.number, question)
      case .refused: self.finish()
      }
    }
  }

  private func take(_ wave: RecordedWave, _ number: Int, _ question: WaveQuestion) {
    let isLong = wave.pyramid.frameCount > TableReading.mostValues
    kept[question.name] =
      isLong ? KeptTable(number: number, arrangement: hub.state.arrangementCount, wave: wave) : nil
    send(question, wave)
    finish()
  }

  private func finish() {
    isBusy = false
    next()
  }

  // MARK: Recordings

  /// A recording is read once for all pages, however long it is.
  private func showRecording(_ question: WaveQuestion) {
    let part = hub.state.part(ofWidget: question.name)
    guard let recording = hub.handle.recording(ofPart: part) else { return }
    if let wave = hub.wave(of: recording, part) { return send(question, wave) }
    isBusy = true
    hub.read(recording, part) { wave in
      self.send(question, wave)
      self.finish()
    }
  }

  // MARK: Words

  private func send(_ question: WaveQuestion, _ points: [Double]) {
    send(extents: points.flatMap { [$0, $0] }, for: question)
  }

  private func send(_ question: WaveQuestion, _ wave: RecordedWave) {
    let columns = wave.pyramid.columns(
      from: question.from, to: question.to, count: question.columns, wave.read)
    let scale = wave.pyramid.peak > 0 ? 1 / Double(wave.pyramid.peak) : 1
    let extents = columns.flatMap { [Double($0.lowest) * scale, Double($0.highest) * scale] }
    send(extents: extents, for: question)
  }

  /// `[lowest, highest, …]` in thousandths.
  private func send(extents: [Double], for question: WaveQuestion) {
    var answer = JSONLine()
    answer.add("wave", question.name)
    answer.add("from", question.from)
    answer.add("to", question.to)
    answer.add(
      "columns",
      literal: PanelState.list(extents.map { "\(Int(bounded: Double($0) * 1000, in: -1000...1000))" }))
    output.sendIfRead(answer.description)
  }
}
