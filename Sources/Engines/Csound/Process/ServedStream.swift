import CRealtime
import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// Computes what an instrument in another process asks for, on a thread of its own.
final class ServedStream {
  private let state: State
  /// Live.
  private var audio: AudioThread?
  /// Offline.
  private let renderer = JoinableThread()
  private let labels: StoppableThread

  private static let secondsBetweenLabels = 0.03

  /// - Parameters:
  ///   - memory: the descriptor of the memory that both processes share.
  ///   - wake: the descriptor that becomes readable with each request.
  init(
    _ engine: any SoundEngine, _ format: SharedFormat, memory: Int32, wake: Int32, _ socket: MessageSocket
  ) throws(SpinetError) {
    guard let stream = SharedStream(memory, format) else {
      throw SpinetError(
        .outOfResources, what: engine.name, why: "there is no memory for its sound",
        remedy: Remedy(.closeOtherPrograms))
    }
    let state = try State(engine, stream, wake)
    self.state = state
    labels = try Self.tellLabels(of: engine.widgets, to: socket)
    if format.isOffline {
      try renderer.start(name: "spinet-render") { Denormals.flushed { state.run() } }
    } else {
      audio = try AudioThread(name: "spinet-audio") { state.run() }
    }
  }

  /// Nothing is computed any more when it returns.
  func stop() {
    state.stop()
    audio = nil
    renderer.join()
    labels.stop()
  }

  private static func tellLabels(of widgets: [Widget], to socket: MessageSocket) throws(SpinetError)
    -> StoppableThread
  {
    let texts = widgets.enumerated().filter { $0.element.label != nil }
    return try StoppableThread(name: "spinet-labels") { thread in
      var stamps = [UInt64](repeating: 0, count: texts.count)
      while !texts.isEmpty, !thread.isStopping {
        for (place, (index, widget)) in texts.enumerated() where widget.stamp != stamps[place] {
          stamps[place] = widget.stamp
          socket.send(EngineMessage.label(index, widget.text))
        }
        thread.sleep(seconds: secondsBetweenLabels)
      }
    }
  }

  /// What the audio thread has.
  private final class State: @unchecked Sendable {
    // Sendable because only the audio thread uses it, except the flag.
    private let engine: any SoundEngine
    private let stream: SharedStream
    private let wakeDescriptor: Int32
    private var ends = ControlEnds()
    private var widgets: ServedWidgets
    private let outputs: SampleBuffer
    private let inputs: SampleBuffer
    private let isStopping = Atomic<Bool>(false)

    init(_ engine: any SoundEngine, _ stream: SharedStream, _ wake: Int32) throws(SpinetError) {
      let format = stream.format
      (self.engine, self.stream, wakeDescriptor) = (engine, stream, wake)
      outputs = SampleBuffer(capacity: format.largestBlock, channels: max(2, format.outputCount))
      inputs = SampleBuffer(capacity: format.largestBlock, channels: max(1, format.inputCount))
      widgets = ServedWidgets(engine.widgets, stream)
      widgets.readMoves()
      try engine.prepare(
        framesPerSecond: format.framesPerSecond, largestBlock: format.largestBlock, link: ends.link)
    }

    func stop() {
      isStopping.store(true, ordering: .releasing)
      rt_wake(wakeDescriptor)
    }

    func run() {
      while !isStopping.load(ordering: .acquiring) {
        guard let record = stream.requests.oldest() else {
          _ = rt_await(wakeDescriptor, -1)
          var count: eventfd_t = 0
          eventfd_read(wakeDescriptor, &count)
          continue
        }
        play(record.assumingMemoryBound(to: BlockRequest.self).pointee)
        stream.requests.drop()
      }
    }

    private func play(_ request: BlockRequest) {
      let count = Int(request.frameCount)
      passCommands()
      widgets.readMoves()
      var block = outputs.block(
        frameCount: count, firstFrame: request.firstFrame, timeline: request.timeline)
      block.isActive = request.isActive != 0
      if stream.format.inputCount > 0 { block.input = input(request.position, count) }
      engine.render(block)
      give(block, request.position)
      widgets.tell()
      tellReports()
      tellFigures(block)
      stream.figures.pointee.doneThrough.store(request.position + count, ordering: .releasing)
      stream.figures.pointee.finished.wrappingAdd(1, ordering: .releasing)
    }

    private func passCommands() {
      while let record = stream.commands.oldest(),
        ends.commands.send(record.assumingMemoryBound(to: EngineCommand.self).pointee)
      { stream.commands.drop() }
    }

    private func input(_ position: Int, _ count: Int) -> AudioInput {
      for channel in 0..<stream.format.inputCount {
        for frame in 0..<count {
          inputs.channels[channel][frame] = stream.inputs[stream.index(position + frame, channel: channel)]
        }
      }
      return AudioInput(inputs.channels.slice(from: 0, count: count))
    }

    private func give(_ block: AudioBlock, _ position: Int) {
      for channel in 0..<stream.format.outputCount {
        let samples = outputs.channels[channel]
        for frame in 0..<block.frameCount {
          stream.outputs[stream.index(position + frame, channel: channel)] = samples[frame]
        }
      }
    }

    private func tellReports() {
      while let room = stream.reports.room(), let report = ends.reports.next() {
        let words =
          switch report {
          case .voiceEnded(let voice, let serial): SharedReport(voice: Int32(voice.rawValue), serial: serial)
          case .performanceEnded: SharedReport(voice: -1, serial: 0)
          }
        room.assumingMemoryBound(to: SharedReport.self).pointee = words
        stream.reports.publish()
      }
    }

    private func tellFigures(_ block: AudioBlock) {
      let (meters, figures) = (ends.reports.meters, stream.figures)
      figures.pointee.soundingVoices.store(meters.soundingVoices, ordering: .relaxed)
      figures.pointee.isSilent.store(meters.silentFrames > 0 ? 1 : 0, ordering: .relaxed)
      figures.pointee.lateCommands.store(meters.lateCommands, ordering: .relaxed)
      figures.pointee.stalledVoices.store(meters.stalledVoices, ordering: .relaxed)
      if meters.popOverflow() { figures.pointee.overflows.wrappingAdd(1, ordering: .relaxed) }
    }
  }
}
