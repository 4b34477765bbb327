import SpinetDevices
import SpinetFace
import SpinetRealtime
import SpinetWidgets
import SystemPackage

extension FaceExchange: FaceInput {
  package func follow(
    with controls: FaceControls, on thread: StoppableThread, tell: (SpinetError) -> Void
  ) {
    do throws(SpinetError) {
      var loop = FaceLoop(self, tracking: FaceTracking(try FaceSources.cascade(cascade)), controls)
      while !thread.isStopping {
        do throws(SpinetError) {
          try loop.turn(within: StoppableThread.longestWait)
        } catch {
          if loop.lose(for: error) { tell(error) }
          thread.waitForNextTry()
        }
      }
    } catch {
      tell(error)
    }
  }
}

/// Receives frames from one of several sources, one at a time.
private struct FaceLoop {
  private let faces: FaceExchange
  private var tracking: FaceTracking
  private let controls: FaceControls
  private var chosen: String
  private var source: (any FrameSource)?
  private var errors = SourceErrors()

  init(_ faces: FaceExchange, tracking: FaceTracking, _ controls: FaceControls) {
    self.faces = faces
    self.tracking = tracking
    self.controls = controls
    chosen = faces.choose(next: false)
  }

  /// Plays the next frame, if one comes in time.
  mutating func turn(within seconds: Double) throws(SpinetError) {
    let widgets = controls.widgets()
    if widgets[FaceWidget.source.name]?.cell.popPress() == true { choose(next: true) }
    if widgets[FaceWidget.reset.name]?.cell.popPress() == true {
      choose(next: false)
      controls.move(FaceWidget.height.name, FaceWidget.usualHeight, .now)
    }
    guard let frame = try opened().next(within: seconds) else { return }
    errors.forget()
    play(frame, smooths: widgets[FaceWidget.smoothing.name]?.value != 0)
  }

  /// Gives up the source. Returns whether its error should be reported.
  mutating func lose(for error: SpinetError) -> Bool {
    defer { source = nil }
    move(tracking.movesWithoutFrames(), at: .now)
    return errors.isNews(error, isOpening: source == nil)
  }

  private mutating func choose(next: Bool) {
    chosen = faces.choose(next: next)
    source = nil
    errors.forget()
  }

  private mutating func opened() throws(SpinetError) -> any FrameSource {
    if let source { return source }
    let opened = try FaceSources.open(chosen, faces.camera)
    source = opened
    return opened
  }

  private mutating func play(_ frame: GrayFrame, smooths: Bool) {
    let time = HostTime.now
    move(tracking.moves(for: frame, at: time.seconds, smooths: smooths), at: time)
    faces.show { SeenFace(tracking.seen, ofPage: chosen == FaceSources.page) }
  }

  private func move(_ moves: [FaceTracking.Move], at time: HostTime) {
    for move in moves { controls.move(move.widget.name, move.value, time) }
  }
}
