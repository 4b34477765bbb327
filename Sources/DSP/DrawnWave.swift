import CRealtime

/// A wave that people draw while it plays.
///
/// The audio thread itself works out the new table, a bounded part of it at each control step, so that there is
/// nothing to hand over; when it is whole, what is heard goes over to it. A handle: whoever makes it
/// deallocates it.
public struct DrawnWave: BitwiseCopyable {
  private let cells: UnsafeMutablePointer<UInt32>
  private let rises: UnsafeMutablePointer<Float>
  private let layout: WaveLayout
  private let saw: WaveTable
  private let triangle: WaveTable
  private var front = 0
  private var drawing = WaveDrawing()
  /// What comes next in the table that is not heard; nil when it is whole.
  private var work: Place?

  private struct Place: BitwiseCopyable {
    var level = 0
    var cell = 0
  }

  /// Cells worked out at a control step: a whole table takes 27 steps.
  private static var cellsAStep: Int { @_noLocks get { 1024 } }

  /// - Parameter tables: must outlive this.
  public init(tables: WaveTables) {
    layout = tables.layout
    saw = tables.table(of: .saw)
    triangle = tables.table(of: .triangle)
    cells = .allocate(capacity: 2 * layout.cellCount)
    cells.initialize(repeating: 0, count: 2 * layout.cellCount)
    rises = .allocate(capacity: 2 * WaveLayout.levelCount)
    rises.initialize(repeating: 0, count: 2 * WaveLayout.levelCount)
  }

  public func deallocate() {
    cells.deallocate()
    rises.deallocate()
  }

  /// What is to be heard. [audio-thread]
  public var table: WaveTable { @_noLocks get { table(front) } }
  /// What was heard before it. [audio-thread]
  public var oldTable: WaveTable { @_noLocks get { table(1 - front) } }

  @_noLocks private func table(_ side: Int) -> WaveTable {
    WaveTable(
      cells: UnsafePointer(cells + side * layout.cellCount),
      rises: UnsafePointer(rises + side * WaveLayout.levelCount), layout: layout)
  }

  /// All of it at once. [any-thread]
  @_noLocks public mutating func draw(_ drawing: WaveDrawing) {
    self.drawing = drawing
    work = Place()
    while !advance() {}
  }

  /// Whole at once, if it is not what is drawn now; only while nobody plays it. [audio-thread]
  @_noLocks public mutating func settle(_ drawing: WaveDrawing) {
    if work != nil || !drawing.isSame(as: self.drawing) { draw(drawing) }
  }

  /// A step towards what is drawn now; true when a new table has just taken the place of the old one, which
  /// must not be read any more when this is called again. [audio-thread]
  @_noLocks public mutating func follow(_ drawing: WaveDrawing) -> Bool {
    if work == nil {
      guard !drawing.isSame(as: self.drawing) else { return false }
      self.drawing = drawing
      work = Place()
    }
    return advance()
  }

  @_noLocks private mutating func advance() -> Bool {
    guard var place = work else { return false }
    var budget = Self.cellsAStep
    let sines = drawing.sines()
    while budget > 0 {
      let length = layout.length(at: place.level)
      let count = min(budget, length - place.cell)
      fill(place, count, sines)
      budget -= count
      place.cell += count
      if place.cell == length { place = Place(level: place.level + 1) }
      if place.level == WaveLayout.levelCount {
        work = nil
        front = 1 - front
        return true
      }
    }
    work = place
    return false
  }

  @_noLocks private func fill(_ place: Place, _ count: Int, _ sines: (lower: Lanes, upper: Lanes)) {
    let side = 1 - front
    let length = layout.length(at: place.level)
    let shift = layout.shifts[place.level]
    let harmonics = min(16, WaveLayout.harmonicCount(ofLevel: place.level))
    let size = FastMath.exp2(Float(shift))
    // What a rise in steps comes to in a whole cell, in units of height.
    let sawRise = saw.rises[place.level] * size
    let triangleRise = triangle.rises[place.level] * size
    let steepest = steepest(sawRise, triangleRise, sines, harmonics, length)
    let toSteps = steepest > 0 ? WaveCell.steepest / steepest : 0
    let offset = layout.offset(ofLevel: place.level)
    let target = cells + side * layout.cellCount + offset
    for octet in place.cell / 8..<(place.cell + count) / 8 {
      let first = 8 * octet
      let turns = (Lanes(0, 1, 2, 3, 4, 5, 6, 7) + (Float(first) + 0.5)) / Float(length)
      var (height, rise) = Self.sum(sines, harmonics, turns, cellsACycle: Float(length))
      addShapes(offset, first, length, sawRise, triangleRise, &height, &rise)
      let packed = WaveCell.pack(heights: height, rises: rise * toSteps)
      for lane in 0..<8 { target[first + lane] = packed[lane] }
    }
    rises[side * WaveLayout.levelCount + place.level] = WaveCell.scale(
      steepest: steepest * WaveTable.unit, shift: shift)
  }

  /// Adds the shapes that come from tables, to eight cells of a level that begins at `offset`.
  @_noLocks private func addShapes(
    _ offset: Int, _ first: Int, _ length: Int, _ sawRise: Float, _ triangleRise: Float,
    _ height: inout Lanes,
    _ rise: inout Lanes
  ) {
    let opposite = (first + length / 2) & (length - 1)
    add(saw, offset + first, drawing.saw + drawing.square, sawRise, &height, &rise)
    add(saw, offset + opposite, -drawing.square, sawRise, &height, &rise)
    add(triangle, offset + first, drawing.triangle, triangleRise, &height, &rise)
  }

  /// No rise is steeper, in units of height a cell.
  @_noLocks private func steepest(
    _ sawRise: Float, _ triangleRise: Float, _ sines: (lower: Lanes, upper: Lanes), _ harmonics: Int,
    _ length: Int
  ) -> Float {
    let mostSteps = WaveCell.steepest * 262_144
    var steepest = (drawing.saw + 2 * drawing.square) * sawRise * mostSteps
    steepest += drawing.triangle * triangleRise * mostSteps
    for harmonic in 1...harmonics {
      let amplitude = harmonic <= 8 ? sines.lower[harmonic - 1] : sines.upper[harmonic - 9]
      steepest += amplitude * 6.283_185_5 * Float(harmonic) / (Float(length) * WaveTable.unit)
    }
    return steepest
  }

  /// Adds a part of eight cells of a table.
  @_noLocks @inline(__always)
  private func add(
    _ table: WaveTable, _ first: Int, _ weight: Float, _ rise: Float, _ heights: inout Lanes,
    _ rises: inout Lanes
  ) {
    guard weight != 0 else { return }
    var words = SIMD8<UInt32>.zero
    for lane in 0..<8 { words[lane] = table.cells[first + lane] }
    heights += rt_floats(unsafeBitCast(words, to: SIMD8<Int32>.self)) * weight
    rises += WaveCell.rises(words) * (rise * weight)
  }

  /// Sines and their slopes by the recurrence of the cosine's addition theorem.
  @_noLocks @inline(__always)
  private static func sum(
    _ sines: (lower: Lanes, upper: Lanes), _ harmonics: Int, _ turns: Lanes, cellsACycle: Float
  ) -> (height: Lanes, rise: Lanes) {
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
    return (height * unit, slope * (6.283_185_5 * unit / cellsACycle))
  }
}
