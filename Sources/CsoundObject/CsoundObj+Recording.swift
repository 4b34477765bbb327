#if Csound
  import CsoundEngine
  import Devices
  import Engine
  import Realtime
  import Synchronization

  extension CsoundObj {
    /// Plays a `.csd` and records it from the beginning (record:toURL:).
    ///
    /// The flags of the file tell the kind: WAV by `-W`, AIFF by `-A` or without either.
    public func record(_ path: String, to file: String) throws {
      try play(path)
      try record(to: file)
    }

    /// Records what plays from now on until `stopRecording` or the end (recordToURL:); the sound goes on.
    public func record(to file: String) throws {
      try stopRecording()
      try state.withLock { state in
        guard let engine = state.engine, let instance = engine.performance?.instance else {
          throw EngineFailure(.program, what: file, why: "nothing plays", remedy: "call 'play' before it")
        }
        let recorder = try FrameRecorder(
          path: file, framesPerSecond: Int(instance.framesPerSecond), kind: instance.document.fileKind)
        state.recorder = recorder
        engine.recorder.replace(with: recorder)
      }
    }

    /// Ends the recording; the file is complete when it returns. Does nothing when nothing is recorded.
    public func stopRecording() throws {
      let (engine, recorder) = state.withLock { ($0.engine, $0.recorder.take()) }
      engine?.recorder.replace(with: nil)
      try recorder?.finish()
    }

    /// Renders a `.csd` into a file as fast as the machine can, with its bindings and listeners, in the place
    /// of what plays (record:toFile:).
    ///
    /// It has no input, and `stop` ends it.
    /// - Parameter seconds: the longest it may last in its own time; a score may be endless.
    /// - Returns: how many frames the file has.
    @discardableResult
    public func render(_ path: String, toFile file: String, seconds: Double = 3600) throws -> Int {
      let engine = try makeEngine(path)
      stop()
      let link = EngineLink()
      let rate = engine.written.framesPerSecond
      try engine.prepare(framesPerSecond: rate, largestBlock: engine.written.blockFrames, link: link)
      let writer = try SoundFileWriter(
        path: file, framesPerSecond: Int(rate), kind: engine.document.fileKind)
      enter(engine, nil)
      tellStarted()
      defer {
        leave(engine)
        engine.tellMessages(of: link)
        engine.end()
        tellCompleted()
      }
      // No disk holds more than 10¹⁵ frames, and what is no number is no time.
      let limit = seconds * rate > 0 ? Int(min(seconds * rate, 1e15)) : 0
      let frames = try engine.write(to: writer, frames: limit, link)
      try writer.finish()
      return frames
    }
  }

  extension BoundEngine {
    /// Plays into a file until the performance ends or `limit` frames are there.
    fileprivate func write(to writer: SoundFileWriter, frames limit: Int, _ link: EngineLink) throws -> Int {
      let buffer = SampleBuffer(capacity: written.blockFrames)
      let timeline = Timeline(framesPerSecond: written.framesPerSecond)
      var frame = 0
      var isOver = false
      while frame < limit, !isOver, !isStopping.load(ordering: .relaxed) {
        let block = buffer.block(
          frameCount: min(written.blockFrames, limit - frame), firstFrame: Int64(frame), timeline: timeline)
        Denormals.flushed { render(block) }
        while let report = link.nextReport() { isOver = isOver || report == .performanceEnded }
        if isOver { break }
        try writer.write(left: block.left, right: block.right, frameCount: block.frameCount)
        frame += block.frameCount
      }
      return frame
    }
  }

  extension CsdDocument {
    fileprivate var fileKind: SoundFileKind { wantsWAV ? .wav : .aiff }
  }
#endif
