import Logging
import SpinetDevices
import SpinetFace
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

extension SourceThread {
  /// Looks for a face in one frame after the other, and moves the face's widgets as a client of the inbox.
  ///
  /// - Parameters:
  ///   - faces: the sources between which `face.source` switches, and the pages that watch.
  ///   - tell: gets warnings, on the source's thread.
  static func face(
    for faces: FaceExchange, cascade: FilePath?, playing client: InputClient,
    tell: @escaping @Sendable (SpinetError) -> Void
  ) throws(SpinetError) -> SourceThread {
    try SourceThread(name: "spinet-face") { thread in
      do throws(SpinetError) {
        var loop = FaceLoop(faces, tracking: FaceTracking(try FaceSources.cascade(cascade)), client)
        while !thread.isStopping {
          do throws(SpinetError) {
            try loop.turn(within: longestWait)
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
}

/// Takes frames from one of several sources, one at a time.
private struct FaceLoop {
  private let faces: FaceExchange
  private var tracking: FaceTracking
  private let client: InputClient
  private var chosen: String
  private var source: (any FrameSource)?
  private var errors = SourceErrors()

  init(_ faces: FaceExchange, tracking: FaceTracking, _ client: InputClient) {
    self.faces = faces
    self.tracking = tracking
    self.client = client
    chosen = faces.choose(next: false)
  }

  /// Takes the next frame, if one comes in time.
  mutating func turn(within seconds: Double) throws(SpinetError) {
    let widgets = client.handle.widgets
    if widgets[FaceWidget.source.name]?.cell.popPress() == true { choose(next: true) }
    if widgets[FaceWidget.reset.name]?.cell.popPress() == true {
      choose(next: false)
      client.move(FaceWidget.height.name, to: FaceWidget.usualHeight)
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
    faces.show { SeenFace(tracking.seen, ofPage: chosen == PlayOptions.panel) }
  }

  private func move(_ moves: [FaceTracking.Move], at time: HostTime) {
    for move in moves { client.move(move.widget.name, to: move.value, at: time) }
  }
}

extension SourceThreads {
  /// Starts to look for faces. If that is not possible, it is logged, and the instrument plays without them.
  func startFace() {
    guard let faces = handle.faces else { return }
    do throws(SpinetError) {
      let thread = try SourceThread.face(
        for: faces, cascade: options.faceCascade, playing: handle.newClient()
      ) { [logger] in logger.warning($0) }
      add(thread)
    } catch {
      logger.warning(error)
    }
  }
}
