import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime

extension SourceThread {
  /// Plays the instrument's surface with a touch screen, without a browser.
  ///
  /// - Parameters:
  ///   - open: opens the screen, at the start and whenever it comes back.
  ///   - tell: gets warnings, on the screen's thread.
  static func touch(
    playing client: InputClient, open: @escaping @Sendable () throws(SpinetError) -> TouchReader,
    tell: @escaping @Sendable (SpinetError) -> Void
  ) throws(SpinetError) -> SourceThread {
    try SourceThread(name: "spinet-touch", open: open, play: { $0.play($1, by: client) }, tell: tell)
  }
}

extension StoppableThread {
  /// Plays until the screen is gone.
  fileprivate func play(_ reader: TouchReader, by client: InputClient) {
    defer { client.leave() }
    while !isStopping {
      let isThere = reader.read(within: StoppableThread.longestWait) { change, time in
        client.touch(FingerInput(change), at: time)
      }
      if !isThere { return }
    }
  }
}

extension FingerInput {
  /// The change of a finger on a touch screen.
  init(_ change: TouchSlots.Change) {
    self.init(change.finger, change.phase, x: change.x, y: change.y, pressure: change.pressure)
  }
}

extension SourceThreads {
  /// Starts the touch screen. If it is missing, that is logged, and it plays as soon as it appears.
  func startTouchScreen() {
    guard let name = options.touchScreen else { return }
    let (open, grabs) = (surroundings.openTouchScreen, options.grabsTouchScreen)
    do throws(SpinetError) {
      let thread = try SourceThread.touch(playing: handle.newClient()) { () throws(SpinetError) in
        try open(name, grabs)
      } tell: { [logger] in
        logger.warning($0)
      }
      add(thread)
    } catch {
      logger.warning(error)
    }
  }
}
