import Foundation
import SpinetSurface
import Testing

@Suite struct BarPainterTests {
  private var row = BarPainter(count: 16)

  @Test mutating func `A finger sets the bar under it, its height from the bottom`() {
    let strokes = row.fingerDown(1, x: 0.99, y: 0.25)
    #expect(strokes == [.init(bar: 15, height: 0.75)])
  }

  @Test mutating func `One move across the row sets every bar on its way, in its direction`() {
    _ = row.fingerDown(1, x: 0.5 / 16, y: 1)
    let right = row.fingerMoved(1, x: 15.5 / 16, y: 0)
    #expect(right.map(\.bar) == Array(1...15))
    for stroke in right { #expect(abs(stroke.height - Double(stroke.bar) / 15) < 1e-9) }
    let left = row.fingerMoved(1, x: 0.5 / 16, y: 0)
    #expect(left.map(\.bar) == Array((0...14).reversed()))
    #expect(left.allSatisfy { abs($0.height - 1) < 1e-9 })
  }

  @Test mutating func `Outside the row the nearest edge counts`() {
    #expect(row.fingerDown(1, x: -3, y: 7) == [.init(bar: 0, height: 0)])
    #expect(row.fingerMoved(1, x: 9, y: -7).last == .init(bar: 15, height: 1))
  }

  @Test mutating func `A move within a bar sets that bar alone`() {
    _ = row.fingerDown(1, x: 0.01, y: 0.5)
    #expect(row.fingerMoved(1, x: 0.02, y: 0.25) == [.init(bar: 0, height: 0.75)])
  }

  @Test mutating func `Two fingers paint apart, and a lifted one paints nothing`() {
    _ = row.fingerDown(1, x: 0, y: 0)
    _ = row.fingerDown(2, x: 1, y: 0)
    #expect(row.fingerMoved(2, x: 14.5 / 16, y: 0).map(\.bar) == [14])
    row.fingerLifted(2)
    #expect(row.fingerMoved(2, x: 0, y: 0) == [])
    #expect(row.hasFingers)
    row.fingerLifted(1)
    #expect(!row.hasFingers)
  }

  @Test mutating func `Fingers beyond all hands are refused, and cost nothing`() {
    for finger in 0..<1000 { _ = row.fingerDown(finger, x: 0, y: 0) }
    #expect(row.fingerDown(5000, x: 0, y: 0) == [])
    #expect(row.fingerMoved(5000, x: 1, y: 0) == [])
  }
}

@Suite struct DrawnCycleTests {
  private func pad(_ x: Double, _ y: Double) -> [Double] { DrawnCycle.pad(x: x, y: y, points: 400) }

  @Test func `The corners of the pad are saw, square, sine and triangle`() {
    let (saw, square, sine, triangle) = (pad(0, 0), pad(1, 0), pad(0, 1), pad(1, 1))
    #expect(zip(saw, saw.dropFirst()).allSatisfy { $0 > $1 })
    #expect(Set(square) == [1, -1])
    #expect(abs(sine[100] - 1) < 1e-4 && abs(sine[50] - 0.7071) < 0.01)
    #expect(abs(triangle[50] - 0.5) < 0.01 && abs(triangle[300] + 1) < 0.01)
  }

  @Test func `In between the pad mixes, and stays as high`() {
    let middle = pad(0.5, 0.5)
    #expect(abs(middle.max() ?? 0) <= 1 && middle.map { abs($0) }.max() == 1)
    #expect(pad(-1, 9) == pad(0, 1))
  }

  @Test func `The amplitude of a harmonic is the square of its bar`() {
    let bars = [1, 0, 0.5] + Array(repeating: 0.0, count: 13)
    let points = DrawnCycle.harmonics(bars, points: 4096)
    func amplitude(_ harmonic: Int) -> Double {
      points.enumerated().reduce(0) { sum, point in
        sum + point.element * sin(2 * .pi * Double(harmonic) * (Double(point.offset) + 0.5) / 4096)
      }
    }
    #expect(abs(amplitude(3) / amplitude(1) - 0.25) < 1e-6)
    #expect(abs(amplitude(2) / amplitude(1)) < 1e-6)
    #expect(points.map { abs($0) }.max() == 1)
  }

  @Test func `Bars at the bottom are a flat line`() {
    #expect(DrawnCycle.harmonics([0, 0, 0], points: 8) == Array(repeating: 0, count: 8))
    #expect(DrawnCycle.harmonics([1], points: 0) == [])
  }
}
