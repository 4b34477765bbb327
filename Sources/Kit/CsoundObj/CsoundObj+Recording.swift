import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetRealtime
import SpinetSession
import Synchronization
import SystemPackage

extension CsoundObj {
  /// Plays a `.csd` and records it from the beginning (record:toURL:). If the file cannot be written, what plays goes
  /// on.
  ///
  /// The flags of the file choose the format: WAV with `-W`, AIFF with `-A` or without either. A file of that name is
  /// replaced when the recording is complete. It has the first two channels.
  public func record(_ path: String, to file: String) throws(SpinetError) {
    try checkThread(of: .record)
    let engine = try makeEngine(path, for: output)
    let recording = try StartedRecording(
      FilePath(file), engine.document.fileKind, framesPerSecond: output.framesPerSecond)
    try play(engine, recording: recording)
  }

  /// Records the output until `stopRecording` or the end (recordToURL:); the sound continues. A file of that name is
  /// replaced when the recording is complete. It has the first two channels.
  ///
  /// A recording that is under way ends when the new one begins, and continues if the new file cannot be written. If a
  /// recording cannot continue or cannot be completed, for instance because the disk is full, listeners get an error
  /// message at once.
  public func record(to file: String) throws(SpinetError) {
    try checkThread(of: .record)
    let (playing, performance) = state.withLock { ($0.engine, $0.engine?.performance) }
    guard let engine = playing, let instance = performance?.instance else { throw Self.nothingPlays(file) }
    let started = try StartedRecording(
      FilePath(file), instance.document.fileKind, framesPerSecond: Int(instance.framesPerSecond))
    let isFailureTold = state.withLock { $0.isRecordingFailureTold }
    let old = try exchangeRecorder(of: engine) { isPlaying throws(SpinetError) in
      // What has ended keeps its file, also if the new one would have the same name.
      guard isPlaying else { throw Self.nothingPlays(file) }
      return try started.recorder(framesPerSecond: Int(instance.framesPerSecond))
    }
    finish(old, isFailureTold: isFailureTold)
  }

  static func nothingPlays(_ what: String) -> SpinetError {
    SpinetError(.engineStopped, what: what, why: "nothing plays", remedy: "call 'play' before it")
  }

  /// Lets the engine record to what `make` returns; nil for nothing. Returns the recorder to finish.
  /// - Parameter make: gets whether the engine plays. If it does not, what `make` returns is not used.
  func exchangeRecorder<Failure>(
    of engine: CsoundObjEngine, _ make: (_ isPlaying: Bool) throws(Failure) -> FrameRecorder?
  ) throws(Failure) -> FrameRecorder? {
    try recording.withLock { _ throws(Failure) in
      let isPlaying = state.withLock { $0.engine === engine }
      let recorder = try make(isPlaying)
      guard isPlaying else { return nil }
      engine.recorder.replace(with: recorder)
      return state.withLock { state in
        defer { (state.recorder, state.isRecordingFailureTold) = (recorder, false) }
        return state.recorder
      }
    }
  }

  /// Completes a file when there is no caller to throw to.
  /// - Parameter isFailureTold: whether a message has reported its failure.
  func finish(_ recorder: FrameRecorder?, isFailureTold: Bool) {
    do { try recorder?.finish() } catch { if !isFailureTold { tell(CsoundMessage("\(error)", .error)) } }
  }

  /// Reports once, and at once, that the recording has failed.
  func checkRecording() {
    let failure = state.withLock { state -> SpinetError? in
      guard !state.isRecordingFailureTold, let failure = state.recorder?.failure else { return nil }
      state.isRecordingFailureTold = true
      return failure
    }
    if let failure { tell(CsoundMessage("\(failure)", .error)) }
  }

  /// Ends the recording; the file is complete when it returns. Does nothing when nothing is recorded.
  /// - Throws: an error if the file is not complete, even if a message has reported it already.
  public func stopRecording() throws(SpinetError) {
    try checkThread(of: .stopRecording)
    guard let engine = state.withLock({ $0.engine }) else { return }
    try exchangeRecorder(of: engine) { _ in nil }?.finish()
  }

  /// Renders a `.csd` into a file as fast as possible, without a card (record:toFile:). Ends the current performance,
  /// unless the `.csd` or the place of the file is wrong. Returns when the file is complete.
  ///
  /// The file has all channels of the orchestra. Bindings and listeners take part as in `play`. There is no input, and
  /// `stop` ends it. The flags of the `.csd` choose the format: WAV with `-W`, AIFF with `-A` or without either. A file
  /// of that name is replaced.
  /// - Parameter seconds: the longest duration of the sound, since a score may be endless.
  /// - Returns: the number of frames in the file.
  @discardableResult
  public func record(_ path: String, toFile file: String, seconds: Double = 3600) throws(SpinetError) -> Int {
    try checkThread(of: .record)
    let engine = try makeEngine(path, for: nil)
    let written = engine.written
    let writer = try SoundFileWriter(
      path: FilePath(file), framesPerSecond: Int(written.framesPerSecond), channels: written.channelCount,
      kind: engine.document.fileKind)
    let output = DrivenOutput(
      framesPerSecond: Int(written.framesPerSecond), periodFrames: written.blockFrames,
      channels: engine.outputCount)
    let run = try EngineRun(of: engine, named: engine.document.file.string, on: output)
    stop()
    transition.withLock {
      endPerformance()
      begin(engine, nil)
    }
    notifyStarted()
    defer {
      endPerformance(of: engine)
      end(run, of: engine)
      notifyCompleted()
    }
    // No disk holds more than 10¹⁵ frames. NaN counts as 0.
    let limit = seconds * written.framesPerSecond
    try run.start()
    let frames = try engine.write(
      run, output, to: writer, frames: limit > 0 ? Int64(min(limit, 1e15)) : 0)
    try writer.finish()
    return Int(frames)
  }

  /// Reports the last messages of a render, and frees its performance.
  private func end(_ run: EngineRun, of engine: CsoundObjEngine) {
    _ = run.end()
    run.check(nil) { tell(CsoundMessage($0, .warning)) }
    engine.tellMessages(isLast: true)
    tellMistake()
    engine.end()
  }
}

/// The file of a recording that begins with the performance. It is open before anything else ends.
struct StartedRecording {
  private let path: FilePath
  private let kind: SoundFileKind
  private let framesPerSecond: Int
  private let writer: SoundFileWriter

  /// - Parameter framesPerSecond: the rate that the card will probably grant.
  init(_ path: FilePath, _ kind: SoundFileKind, framesPerSecond: Int) throws(SpinetError) {
    self.path = path
    self.kind = kind
    self.framesPerSecond = framesPerSecond
    writer = try SoundFileWriter(path: path, framesPerSecond: framesPerSecond, kind: kind)
  }

  /// - Parameter rate: the rate that the card has granted. A file of another rate is opened again.
  func recorder(framesPerSecond rate: Int) throws(SpinetError) -> FrameRecorder {
    guard rate == framesPerSecond else {
      return try FrameRecorder(path: path, framesPerSecond: rate, kind: kind)
    }
    return try FrameRecorder(framesPerSecond: rate) { [writer] () throws(SpinetError) in writer }
  }
}

extension CsoundObjEngine {
  /// Plays into a file until the performance ends or the file has `limit` frames. Returns their number.
  fileprivate func write(
    _ run: EngineRun, _ output: DrivenOutput, to writer: SoundFileWriter, frames limit: Int64
  ) throws(SpinetError) -> Int64 {
    guard var ends = run.attach() else { return 0 }
    while output.frame < limit, !isStopping.load(ordering: .relaxed) {
      let first = output.frame
      let block = output.play(until: limit)
      var isOver = false
      while let report = ends.reports.next() { isOver = isOver || report == .performanceEnded }
      if isOver { return first }
      try writer.write(block)
    }
    return output.frame
  }
}

extension CsdDocument {
  fileprivate var fileKind: SoundFileKind { wantsWAV ? .wav : .aiff }
}
