import Foundation
import Glibc
import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetRealtime
import Synchronization
import SystemPackage

extension CsoundObj {
  /// Plays a `.csd` and records it from the beginning (record:toURL:).
  ///
  /// The flags of the file choose the format: WAV with `-W`, AIFF with `-A` or without either.
  public func record(_ path: String, to file: String) throws(SpinetError) {
    try play(path)
    try record(to: file)
  }

  /// Records the output until `stopRecording` or the end (recordToURL:); the sound continues.
  ///
  /// If the recording cannot continue, for instance because the disk is full, listeners get an error message at once.
  public func record(to file: String) throws(SpinetError) {
    try stopRecording()
    let (playing, performance) = state.withLock { ($0.engine, $0.engine?.performance) }
    guard let engine = playing, let instance = performance?.instance else { throw Self.nothingPlays(file) }
    let recorder = try FrameRecorder(
      path: FilePath(file), framesPerSecond: Int(instance.framesPerSecond), kind: instance.document.fileKind
    )
    let old = exchangeRecorder(of: engine, for: recorder)
    try old?.finish()
    if old === recorder { throw Self.nothingPlays(file) }
  }

  private static func nothingPlays(_ file: String) -> SpinetError {
    SpinetError(.engineStopped, what: file, why: "nothing plays", remedy: "call 'play' before it")
  }

  /// Lets the engine record to `recorder`. Returns the recorder to finish: the previous one, or `recorder` itself if
  /// the engine no longer plays.
  func exchangeRecorder(of engine: CsoundObjEngine, for recorder: FrameRecorder?) -> FrameRecorder? {
    recording.withLock { _ in
      guard state.withLock({ $0.engine === engine }) else { return recorder }
      engine.recorder.replace(with: recorder)
      return state.withLock { state in
        defer { (state.recorder, state.isRecordingFailureTold) = (recorder, false) }
        return state.recorder
      }
    }
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
    guard let engine = state.withLock({ $0.engine }) else { return }
    try exchangeRecorder(of: engine, for: nil)?.finish()
  }

  /// Renders a `.csd` into a file as fast as possible, without a card (record:toFile:). Ends the current performance.
  /// Returns when the file is complete.
  ///
  /// Bindings and listeners take part as in `play`. There is no input, and `stop` ends it. The flags of the
  /// file choose the format: WAV with `-W`, AIFF with `-A` or without either.
  /// - Parameter seconds: the longest duration of the sound, since a score may be endless.
  /// - Returns: the number of frames in the file.
  @discardableResult
  public func record(_ path: String, toFile file: String, seconds: Double = 3600) throws(SpinetError) -> Int {
    let engine = try makeEngine(path)
    stop()
    let ends = ControlEnds()
    let link = ends.link
    let rate = engine.written.framesPerSecond
    try engine.prepare(framesPerSecond: rate, largestBlock: engine.written.blockFrames, link: link)
    let writer = try SoundFileWriter(
      path: FilePath(file), framesPerSecond: Int(rate), kind: engine.document.fileKind)
    transition.withLock {
      endPerformance()
      begin(engine, nil)
    }
    notifyStarted()
    defer {
      endPerformance(of: engine)
      engine.reportMessages(of: link)
      engine.end()
      notifyCompleted()
    }
    // No disk holds more than 10¹⁵ frames. NaN counts as 0.
    let limit = seconds * rate > 0 ? Int(min(seconds * rate, 1e15)) : 0
    let frames = try engine.write(to: writer, frames: limit, ends.reports)
    try writer.finish()
    return frames
  }
}

extension CsoundObjEngine {
  /// Plays into a file until the performance ends or the file has `limit` frames.
  fileprivate func write(
    to writer: SoundFileWriter, frames limit: Int, _ reports: consuming ReportEnd
  ) throws(SpinetError) -> Int {
    let buffer = SampleBuffer(capacity: written.blockFrames)
    let timeline = Timeline(framesPerSecond: written.framesPerSecond)
    var frame = 0
    var isOver = false
    while frame < limit, !isOver, !isStopping.load(ordering: .relaxed) {
      let block = buffer.block(
        frameCount: min(written.blockFrames, limit - frame), firstFrame: Int64(frame), timeline: timeline)
      Denormals.flushed { render(block) }
      while let report = reports.next() { isOver = isOver || report == .performanceEnded }
      if isOver { break }
      try writer.write(block.main)
      frame += block.frameCount
    }
    return frame
  }
}

extension CsdDocument {
  fileprivate var fileKind: SoundFileKind { wantsWAV ? .wav : .aiff }
}
