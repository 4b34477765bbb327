import CRealtime
import SpinetRealtime

/// A wave that can be redrawn while it plays.
///
/// The audio thread computes the new table itself, a bounded part at each control step, so nothing has to be
/// passed between threads. The sound moves to the new table when that is complete.
public struct DrawnWave: ~Copyable {
  /// Two tables: the one that is played, and the next one.
  private let cells: FixedBuffer<UInt32>
  private let slopes: FixedBuffer<Float>
  private let layout: WaveTableLayout
  private let saw: WaveTable
  private let triangle: WaveTable
  private var front = 0
  private var drawing = WaveDrawing()
  /// The next cell to compute; nil when the table is complete.
  private var work: BuildPosition?

  private struct BuildPosition: BitwiseCopyable {
    var level = 0
    var cell = 0
  }

  /// Cells computed in a control step. A complete table takes 27 steps.
  private static var cellsPerStep: Int { @_noLocks get { 1024 } }

  /// - Parameter tables: must outlive this.
  public init(tables: WaveTables) {
    layout = tables.layout
    saw = tables.table(of: .saw)
    triangle = tables.table(of: .triangle)
    cells = FixedBuffer(repeating: 0, count: 2 * layout.cellCount)
    slopes = FixedBuffer(repeating: 0, count: 2 * WaveTableLayout.levelCount)
  }

  /// The table to play. [audio-thread]
  public var table: WaveTable { @_noLocks get { table(front) } }
  /// The table that was played before it. [audio-thread]
  public var oldTable: WaveTable { @_noLocks get { table(1 - front) } }

  @_noLocks private func table(_ side: Int) -> WaveTable {
    WaveTable(
      cells: UnsafePointer(cells.start + side * layout.cellCount),
      slopes: UnsafePointer(slopes.start + side * WaveTableLayout.levelCount), layout: layout)
  }

  /// Whether the table of the last drawing is complete. [audio-thread]
  public var isComplete: Bool { @_noLocks get { work == nil } }

  /// Computes the whole table at once. [any-thread]
  @_noLocks public mutating func draw(_ drawing: WaveDrawing) {
    self.drawing = drawing
    work = BuildPosition()
    while !advance() {}
  }

  /// Computes the whole table at once if the drawing has changed. Call it only while the wave is not played.
  /// [audio-thread]
  @_noLocks public mutating func settle(_ drawing: WaveDrawing) {
    if work != nil || !drawing.isSame(as: self.drawing) { draw(drawing) }
  }

  /// Computes the next part of a changed drawing. Returns true when a new table has replaced the old one. The old
  /// one may be read until the next call. [audio-thread]
  @_noLocks public mutating func follow(_ drawing: WaveDrawing) -> Bool {
    if work == nil {
      guard !drawing.isSame(as: self.drawing) else { return false }
      self.drawing = drawing
      work = BuildPosition()
    }
    return advance()
  }

  @_noLocks private mutating func advance() -> Bool {
    guard var position = work else { return false }
    var budget = Self.cellsPerStep
    let sines = drawing.sines()
    while budget > 0 {
      let length = layout.length(at: position.level)
      let count = min(budget, length - position.cell)
      fill(position, count, sines)
      budget -= count
      position.cell += count
      if position.cell == length { position = BuildPosition(level: position.level + 1) }
      if position.level == WaveTableLayout.levelCount {
        work = nil
        front = 1 - front
        return true
      }
    }
    work = position
    return false
  }

  @_noLocks private func fill(_ start: BuildPosition, _ count: Int, _ sines: (lower: Lanes, upper: Lanes)) {
    let side = 1 - front
    let length = layout.length(at: start.level)
    let shift = layout.shifts[start.level]
    let harmonics = min(16, WaveTableLayout.harmonicCount(ofLevel: start.level))
    let size = FastMath.exp2(Float(shift))
    // The height that one step of slope adds over a whole cell.
    let sawSlope = saw.slopes[start.level] * size
    let triangleSlope = triangle.slopes[start.level] * size
    let steepest = steepest(sawSlope, triangleSlope, sines, harmonics, length)
    let toSteps = steepest > 0 ? WaveCell.steepest / steepest : 0
    let offset = layout.offset(ofLevel: start.level)
    let target = cells.start + side * layout.cellCount + offset
    for octet in start.cell / 8..<(start.cell + count) / 8 {
      let first = 8 * octet
      let turns = (Lanes(0, 1, 2, 3, 4, 5, 6, 7) + (Float(first) + 0.5)) / Float(length)
      var (height, slope) = Self.sum(sines, harmonics, turns, cellsPerCycle: Float(length))
      addShapes(offset, first, length, sawSlope, triangleSlope, &height, &slope)
      let packed = WaveCell.pack(heights: height, slopes: slope * toSteps)
      for lane in 0..<8 { target[first + lane] = packed[lane] }
    }
    slopes[side * WaveTableLayout.levelCount + start.level] = WaveCell.scale(
      steepest: steepest * WaveTable.unit, shift: shift)
  }

  /// Adds the shapes that come from tables, to eight cells of a level that begins at `offset`.
  @_noLocks private func addShapes(
    _ offset: Int, _ first: Int, _ length: Int, _ sawSlope: Float, _ triangleSlope: Float,
    _ height: inout Lanes, _ slope: inout Lanes
  ) {
    let opposite = (first + length / 2) & (length - 1)
    add(saw, offset + first, drawing.saw + drawing.square, sawSlope, &height, &slope)
    add(saw, offset + opposite, -drawing.square, sawSlope, &height, &slope)
    add(triangle, offset + first, drawing.triangle, triangleSlope, &height, &slope)
  }

  /// An upper bound of all slopes, in units of height per cell.
  @_noLocks private func steepest(
    _ sawSlope: Float, _ triangleSlope: Float, _ sines: (lower: Lanes, upper: Lanes), _ harmonics: Int,
    _ length: Int
  ) -> Float {
    let mostSteps = WaveCell.steepest * 262_144
    var steepest = (drawing.saw + 2 * drawing.square) * sawSlope * mostSteps
    steepest += drawing.triangle * triangleSlope * mostSteps
    for harmonic in 1...harmonics {
      let amplitude = harmonic <= 8 ? sines.lower[harmonic - 1] : sines.upper[harmonic - 9]
      steepest += amplitude * 6.283_185_5 * Float(harmonic) / (Float(length) * WaveTable.unit)
    }
    return steepest
  }

  /// Adds eight cells of a table, scaled by `weight`.
  @_noLocks @inline(__always)
  private func add(
    _ table: WaveTable, _ first: Int, _ weight: Float, _ slope: Float, _ heights: inout Lanes,
    _ slopes: inout Lanes
  ) {
    guard weight != 0 else { return }
    var words = SIMD8<UInt32>.zero
    for lane in 0..<8 { words[lane] = table.cells[first + lane] }
    heights += rt_floats(unsafeBitCast(words, to: SIMD8<Int32>.self)) * weight
    slopes += WaveCell.slopes(words) * (slope * weight)
  }

  /// The sum of the sines and its slope, by the recurrence from the addition theorem of the cosine.
  @_noLocks @inline(__always)
  private static func sum(
    _ sines: (lower: Lanes, upper: Lanes), _ harmonics: Int, _ turns: Lanes, cellsPerCycle: Float
  ) -> (height: Lanes, slope: Lanes) {
    var (sine, cosine) = (FastMath.sine(turns), FastMath.sine(turns + 0.25))
    let twice = cosine + cosine
    var (lastSine, lastCosine) = (Lanes.zero, Lanes(repeating: 1))
    var (height, slope) = (Lanes.zero, Lanes.zero)
    for harmonic in 1...harmonics {
      let amplitude = harmonic <= 8 ? sines.lower[harmonic - 1] : sines.upper[harmonic - 9]
      height += sine * amplitude
      slope += cosine * (amplitude * Float(harmonic))
      (sine, lastSine) = (twice * sine - lastSine, sine)
      (cosine, lastCosine) = (twice * cosine - lastCosine, cosine)
    }
    let unit = 1 / WaveTable.unit
    return (height * unit, slope * (6.283_185_5 * unit / cellsPerCycle))
  }
}

/// How a wave is drawn: a point on a pad between four shapes, and sixteen sliders of harmonics.
public struct WaveDrawing: BitwiseCopyable {
  /// 0–1 each, x to the right and y upwards: saw at the origin, square to the right of it, sine above it, triangle
  /// in the opposite corner.
  public var x: Float = 0
  public var y: Float = 0
  /// 0 is the pad alone, 1 the sliders alone.
  public var blend: Float = 0
  /// The sliders of the 1st to the 8th harmonic, and of the 9th to the 16th. Amplitudes are their squares.
  public var lower = Lanes.zero
  public var upper = Lanes.zero

  /// A pad in its corner, and sliders at 0.
  @_noLocks public init() {}

  /// [audio-thread]
  @_noLocks func isSame(as other: WaveDrawing) -> Bool {
    x == other.x && y == other.y && blend == other.blend && all(lower .== other.lower)
      && all(upper .== other.upper)
  }

  /// The amplitudes of the harmonics that are added as sines, including the pad's sine: the squares of the sliders,
  /// scaled down where their sum would exceed 1.
  @_noLocks func sines() -> (lower: Lanes, upper: Lanes) {
    let (low, high) = (lower * lower, upper * upper)
    let sum = low.total + high.total
    let scale = sum > 1 ? blend / sum : blend
    var first = low * scale
    first[0] += (1 - blend) * (1 - x) * y
    return (first, high * scale)
  }

  var triangle: Float { @_noLocks get { (1 - blend) * x * y } }
  var saw: Float { @_noLocks get { (1 - blend) * (1 - x) * (1 - y) } }
  var square: Float { @_noLocks get { (1 - blend) * x * (1 - y) } }
}
