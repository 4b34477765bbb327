/// Finds faces in frames. A cascade tests windows of every size, and similar windows that pass are merged into one
/// face.
package struct FaceDetector: Sendable {
  package let cascade: LBPCascade
  /// The ratio of the window sizes from one scale to the next.
  package let scaleFactor: Double
  /// A face needs more similar windows than this.
  package let neighbours: Int
  /// The minimum size of a face, as a fraction of the frame's shorter side.
  package let smallest: Double

  private var scaled = ScaledFrame()
  private var integral = IntegralImage()

  /// The maximum number of windows that pass. It limits the work for a cascade that accepts everything.
  private static let mostWindows = 4096

  package init(_ cascade: LBPCascade, scaleFactor: Double = 1.1, neighbours: Int = 3, smallest: Double = 0) {
    self.cascade = cascade
    self.scaleFactor = max(1.02, scaleFactor)
    self.neighbours = max(0, neighbours)
    self.smallest = smallest
  }

  /// The faces in a frame, the largest first.
  package mutating func faces(in frame: GrayFrame) -> [FaceArea] {
    var windows: [PixelArea] = []
    var scale = 1.0
    let least = smallest * Double(min(frame.width, frame.height))
    while windows.count < Self.mostWindows {
      let width = Int((Double(cascade.windowWidth) * scale).rounded())
      let height = Int((Double(cascade.windowHeight) * scale).rounded())
      guard width <= frame.width, height <= frame.height else { break }
      if Double(width) >= least { look(at: frame, scale, into: &windows) }
      scale *= scaleFactor
    }
    let faces = WindowGroups(windows.prefix(Self.mostWindows), neighbours: neighbours).faces
    return faces.sorted { ($0.size, $1.x, $1.y) > ($1.size, $0.x, $0.y) }
  }

  private mutating func look(at frame: GrayFrame, _ scale: Double, into windows: inout [PixelArea]) {
    let width = Int((Double(frame.width) / scale).rounded())
    let height = Int((Double(frame.height) / scale).rounded())
    guard width >= cascade.windowWidth, height >= cascade.windowHeight else { return }
    if scale == 1 {
      integral.fill(from: frame.pixels.span, width: width, height: height)
    } else {
      scaled.fill(from: frame, width: width, height: height)
      let pixels = scaled.pixels
      integral.fill(from: pixels.span, width: width, height: height)
    }
    scan(scale, into: &windows)
  }

  /// Tests every second window at scales below 2, and every window at larger ones. After a window that fails the
  /// first stage, the next one is skipped.
  private func scan(_ scale: Double, into windows: inout [PixelArea]) {
    let step = scale >= 2 ? 1 : 2
    let lastColumn = integral.width - cascade.windowWidth
    let lastRow = integral.height - cascade.windowHeight
    let stages = cascade.stageCount
    let stride = integral.stride
    let cascade = CascadeScan(cascade, stride: stride)
    let sums = integral.sums.span
    for row in Swift.stride(from: 0, through: lastRow, by: step) {
      var column = 0
      while column <= lastColumn {
        let passed = cascade.stagesPassed(at: row * stride + column, in: sums)
        if passed == stages { windows.append(window(column, row, scale)) }
        column += passed == 0 ? 2 * step : step
      }
    }
  }

  private func window(_ column: Int, _ row: Int, _ scale: Double) -> PixelArea {
    PixelArea(
      x: Int((Double(column) * scale).rounded()), y: Int((Double(row) * scale).rounded()),
      width: Int((Double(cascade.windowWidth) * scale).rounded()),
      height: Int((Double(cascade.windowHeight) * scale).rounded()))
  }
}
