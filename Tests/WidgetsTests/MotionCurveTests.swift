import SpinetWidgets
import Testing

/// Motion sensors, by the tables that Faust's converters give.
struct MotionCurveTests {
  struct Row: Sendable {
    let shape: MotionCurve.Shape
    /// At -20, -10, -5, 0, 5, 10 and 20.
    let values: [Double]
  }

  @Test(arguments: [
    Row(shape: .rising, values: [0.1, 0.1, 1.05, 2, 3, 4, 4]),
    Row(shape: .falling, values: [4, 4, 3, 2, 1.05, 0.1, 0.1]),
    Row(shape: .peaked, values: [0.1, 0.1, 2.05, 4, 2.05, 0.1, 0.1]),
    Row(shape: .dipped, values: [4, 4, 2.05, 0.1, 2.05, 4, 4]),
  ]) func `A reading means what its shape says`(row: Row) throws {
    let curve = try #require(
      MotionCurve(.accelerometer, axis: .x, shape: row.shape, low: -10, middle: 0, high: 10))
    for (reading, value) in zip([-20.0, -10, -5, 0, 5, 10, 20], row.values) {
      #expect(abs(curve.value(of: reading, in: 0.1...4, default: 2) - value) < 1e-12)
    }
  }

  @Test func `The middle may lie anywhere, at an end too`() throws {
    let curve = try #require(MotionCurve(metadata: "1 0 -10 -10 10", key: "gyr"))
    #expect(curve.axis == .y)
    #expect(curve.sensor == .gyroscope)
    #expect(curve.value(of: -10, in: 0...1, default: 0.5) == 0)
    #expect(curve.value(of: -9.9999999, in: 0...1, default: 0.5) > 0.49)
    #expect(curve.value(of: 0, in: 0...1, default: 0.5) == 0.75)
    let other = try #require(MotionCurve(metadata: "0 0 -10 10 10", key: "acc"))
    #expect(other.value(of: 0, in: 0...1, default: 0.5) == 0.25)
    #expect(other.value(of: 10, in: 0...1, default: 0.5) == 1)
  }

  @Test(arguments: [
    ("0 0 -10 0 10", "osc"), ("0 0 10 0 -10", "acc"), ("0 0 -10 20 10", "acc"), ("3 0 -10 0 10", "acc"),
    ("0 4 -10 0 10", "acc"), ("0 0 -10 0", "acc"), ("0.5 0 -10 0 10", "acc"), ("", "acc"),
    ("a b c d e", "gyr"),
  ]) func `What makes no sense is no curve`(text: String, key: String) {
    #expect(MotionCurve(metadata: text, key: key) == nil)
  }

  @Test func `A widget follows a sensor`() throws {
    let widget = Widget("res", range: 0.1...4, default: 2)
    let curve = try #require(MotionCurve(metadata: "0 0 -10 0 10", key: "acc"))
    widget.set(reading: 10, through: curve)
    #expect(widget.value == 4)
    widget.set(reading: 0, through: curve)
    #expect(widget.value == 2)
  }
}
