import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMotion
import SpinetRealtime
import SpinetWidgets

extension SourceThread {
  /// Moves the motion widgets by a sensor, as a client of the inbox.
  package static func motion(
    of name: String, playing client: InputClient, longestSilence: Double = 5,
    open: @escaping @Sendable () throws(SpinetError) -> any MotionSource,
    tell: @escaping @Sendable (SpinetError) -> Void
  ) throws(SpinetError) -> SourceThread {
    try motion(
      of: name, longestSilence: longestSilence, open: open,
      move: { reading, value, time in client.move(reading.rawValue, to: value, at: time) }, tell: tell)
  }

  /// Passes on the readings of a sensor.
  ///
  /// - Parameters:
  ///   - name: the sensor's name, for warnings.
  ///   - longestSilence: seconds after which a warning tells that the sensor has sent nothing since it was opened.
  ///   - open: opens the sensor, at the start and whenever it comes back.
  ///   - move: gets a reading's value in its unit, on the sensor's thread.
  ///   - tell: gets warnings, on the sensor's thread.
  package static func motion(
    of name: String, longestSilence: Double = 5,
    open: @escaping @Sendable () throws(SpinetError) -> any MotionSource,
    move: @escaping @Sendable (SensorReading, Double, HostTime) -> Void,
    tell: @escaping @Sendable (SpinetError) -> Void
  ) throws(SpinetError) -> SourceThread {
    try SourceThread(
      name: "spinet-motion", open: open,
      play: { thread, source throws(SpinetError) in
        var loop = MotionLoop(name, source, longestSilence: longestSilence, move)
        while !thread.isStopping {
          if let error = try loop.turn(within: StoppableThread.longestWait) { tell(error) }
        }
      }, tell: tell)
  }
}

/// Takes the samples of one sensor.
private struct MotionLoop {
  private let name: String
  private let source: any MotionSource
  private let move: (SensorReading, Double, HostTime) -> Void
  private var tracking = MotionTracking()
  /// The time by which the sensor must have sent something; nil after it has, or after the warning.
  private var deadline: HostTime?

  init(
    _ name: String, _ source: any MotionSource, longestSilence: Double,
    _ move: @escaping (SensorReading, Double, HostTime) -> Void
  ) {
    self.name = name
    self.source = source
    self.move = move
    deadline = .now.advanced(bySeconds: longestSilence)
  }

  /// Takes the samples that come. Returns a warning about a sensor that has sent nothing.
  mutating func turn(within seconds: Double) throws(SpinetError) -> SpinetError? {
    let wait = tracking.pause(at: HostTime.now.seconds) ?? seconds
    for (sample, time) in try source.next(within: min(wait, seconds)) {
      deadline = nil
      tracking.take(sample, at: time.seconds)
    }
    let now = HostTime.now
    for move in tracking.moves(at: now.seconds) {
      self.move(move.reading, move.value, now)
    }
    guard let deadline, now >= deadline else { return nil }
    self.deadline = nil
    return SpinetError(
      .deviceFailed, what: "motion sensor \(name)", why: "it is connected but sends nothing",
      remedy: "move it, or end the programs that use it")
  }
}

extension SourceThreads {
  /// Starts the motion sensor. If it is missing, that is logged, and it plays as soon as it appears. The sensors of the
  /// panel's browsers need no thread.
  func startMotion() {
    guard let name = options.motionSensor, name != PlayOptions.panel else { return }
    let open = surroundings.openMotion
    do throws(SpinetError) {
      let thread = try SourceThread.motion(of: name, playing: handle.newClient()) {
        () throws(SpinetError) in
        try open(name)
      } tell: { [logger] in
        logger.warning($0)
      }
      add(thread)
    } catch {
      logger.warning(error)
    }
  }
}
