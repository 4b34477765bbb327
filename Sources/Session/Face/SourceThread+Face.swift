import SpinetDevices
import SpinetFace
import SpinetRealtime
import SpinetWidgets

extension SourceThread {
  /// Looks for a face, one frame at a time, and moves the face's widgets as any client does.
  ///
  /// - Parameters:
  ///   - sources: what `face.source` goes through.
  ///   - tell: gets warnings, on the thread.
  static func face(
    _ sources: [String], cascade: String?, playing client: InputClient,
    tell: @escaping @Sendable (SpinetError) -> Void
  ) throws(SpinetError) -> SourceThread {
    try SourceThread(name: "spinet-face") { thread in
      do throws(SpinetError) {
        var loop = FaceLoop(sources, tracking: FaceTracking(try FaceSources.cascade(cascade)), client)
        while thread.isRunning {
          guard let error = loop.turn(within: longestWait) else { continue }
          // A lasting error is logged once.
          if loop.isNews(error) { tell(error) }
          thread.waitForNextTry()
        }
      } catch {
        tell(error)
      }
    }
  }
}

/// Takes frames, one at a time, from one of several sources.
private struct FaceLoop {
  private let sources: [String]
  private var tracking: FaceTracking
  private let client: InputClient
  private var chosen = 0
  private var source: (any FrameSource)?
  private var told: SpinetError?

  init(_ sources: [String], tracking: FaceTracking, _ client: InputClient) {
    self.sources = sources
    self.tracking = tracking
    self.client = client
  }

  mutating func isNews(_ error: SpinetError) -> Bool {
    defer { told = error }
    return told != error
  }

  /// Takes a frame, if one comes. Answers what went wrong.
  mutating func turn(within seconds: Double) -> SpinetError? {
    let widgets = client.handle.widgets
    if widgets[FaceWidget.source.name]?.cell.takePress() == true { choose((chosen + 1) % sources.count) }
    if widgets[FaceWidget.reset.name]?.cell.takePress() == true {
      choose(0)
      client.move(FaceWidget.height.name, to: FaceWidget.usualHeight)
    }
    do throws(SpinetError) {
      let source = try opened()
      guard let frame = try source.next(within: seconds) else { return nil }
      told = nil
      play(frame, smooths: widgets[FaceWidget.smoothing.name]?.value != 0)
      return nil
    } catch {
      source = nil
      client.move(FaceWidget.present.name, to: 0)
      return error
    }
  }

  private mutating func choose(_ index: Int) {
    chosen = index
    source = nil
  }

  private mutating func opened() throws(SpinetError) -> any FrameSource {
    if let source { return source }
    let opened = try FaceSources.open(sources[chosen])
    source = opened
    return opened
  }

  private mutating func play(_ frame: GrayFrame, smooths: Bool) {
    let time = HostTime.now
    for move in tracking.moves(for: frame, at: time.seconds, smooths: smooths) {
      client.move(move.widget.name, to: move.value, at: time)
    }
  }
}
