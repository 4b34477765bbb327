import Testing

@testable import SpinetMotion

@Suite struct SensorNumbersTests {
  @Test func `A report of a game controller becomes g and radians a second`() {
    var axes = EventAxes(resolutions: [8192, 8192, 8192, 1024, 1024, 1024])
    for (code, value) in [(0, 4096), (1, -8192), (2, 8192), (3, 1024), (4, 0), (5, -180 * 1024)]
      as [(UInt16, Int32)]
    {
      #expect(axes.take(type: 3, code: code, value: value) == nil)
    }
    let sample = axes.take(type: 0, code: 0, value: 0)
    #expect(sample?.acceleration == SIMD3(0.5, -1, 1))
    #expect(sample?.rotation == SIMD3(.pi / 180, 0, -.pi))
    // A report without a change tells nothing, and other events are not ours.
    #expect(axes.take(type: 0, code: 0, value: 0) == nil)
    #expect(axes.take(type: 3, code: 40, value: 7) == nil && axes.take(type: 0, code: 0, value: 0) == nil)
  }

  @Test func `Where events were dropped, the rest of the report is not taken, and the device is asked`() {
    var axes = EventAxes(resolutions: [100, 100, 100], numbers: [0, 0, 100])
    for (type, code, value) in [(3, 0, 7), (0, 3, 0), (3, 1, 9), (0, 0, 0)] as [(UInt16, UInt16, Int32)] {
      #expect(axes.take(type: type, code: code, value: value) == nil)
    }
    #expect(axes.isOutdated)
    axes.update(numbers: [50, 50, 50])
    #expect(!axes.isOutdated && axes.take(type: 3, code: 0, value: 100) == nil)
    #expect(axes.take(type: 0, code: 0, value: 0)?.acceleration == SIMD3(1, 0.5, 0.5))
  }

  @Test func `An axis that did not change keeps what it said at the beginning`() {
    var axes = EventAxes(resolutions: [100, 100, 100], numbers: [0, 0, 100])
    _ = axes.take(type: 3, code: 0, value: 50)
    let sample = axes.take(type: 0, code: 0, value: 0)
    #expect(sample == MotionSample(acceleration: SIMD3(0.5, 0, 1)))
  }

  @Test(arguments: [[], [0, 0, 0], [-5, 1, 1], [1, 1]] as [[Int32]])
  func `Axes without a scale are not there`(resolutions: [Int32]) {
    let axes = EventAxes(resolutions: resolutions)
    #expect(!axes.hasAcceleration && !axes.hasRotation && axes.sample == MotionSample())
  }

  @Test(
    arguments: [
      ("le:s16/32>>0", [0xFE, 0xFF, 0xAB, 0xCD], -2.0),  // What lies in the upper bits is rubbish.
      ("le:s16/16>>0", [0x01, 0x80], -32767),
      ("be:s16/16>>0", [0x80, 0x01], -32767),
      ("le:u8/8>>0", [0xFF], 255),
      ("be:s12/16>>4", [0xFF, 0xF7], -1),
      ("le:s32/32>>0", [0, 0, 0, 0x80], -2_147_483_648),
      ("le:u64/64>>0", [1, 0, 0, 0, 0, 0, 0, 0], 1),
    ] as [(String, [UInt8], Double)])
  func `A channel of a buffer is read as its type says`(type: String, bytes: [UInt8], number: Double) throws {
    let element = try #require(ScanElement(type + "\n"))
    #expect(element.byteCount == bytes.count && element.number(bytes) == number)
  }

  @Test(arguments: [
    "", "le", "le:s16", "xe:s16/16>>0", "le:q16/16>>0", "le:s16/17>>0", "le:s0/16>>0", "le:s16/16>>1",
    "le:s99/8>>0",
  ])
  func `A type that cannot be is refused`(type: String) { #expect(ScanElement(type) == nil) }
}
