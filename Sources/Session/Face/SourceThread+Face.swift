import SpinetDevices
import SpinetFace
import SpinetRealtime
import SpinetWidgets
import SystemPackage

extension SourceThread {
  /// Looks for a face, one frame at a time, and moves the face's widgets as any client does.
  ///
  /// - Parameters:
  ///   - faces: the sources that `face.source` goes through, and the pages that look on.
  ///   - tell: gets warnings, on the thread.
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

/// Takes frames, one at a time, from one of several sources.
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

  /// Takes a frame, if one comes.
  mutating func turn(within seconds: Double) throws(SpinetError) {
    let widgets = client.handle.widgets
    if widgets[FaceWidget.source.name]?.cell.takePress() == true { choose(next: true) }
    if widgets[FaceWidget.reset.name]?.cell.takePress() == true {
      choose(next: false)
      client.move(FaceWidget.height.name, to: FaceWidget.usualHeight)
    }
    guard let frame = try opened().next(within: seconds) else { return }
    errors.forget()
    play(frame, smooths: widgets[FaceWidget.smoothing.name]?.value != 0)
  }

  /// Gives the source up. Returns whether its error is to be told.
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
