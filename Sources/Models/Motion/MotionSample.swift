import SpinetWidgets

/// What a motion sensor measured at one moment. A device may have only some of the three.
///
/// The axes are those of the device: x to its right, y to its upper end, z out of its face.
package struct MotionSample: Hashable, Sendable {
  /// In units of gravity. A device that lies on its back measures +1 along z.
  package var acceleration: SIMD3<Double>?
  /// In radians per second, counter-clockwise around each axis.
  package var rotation: SIMD3<Double>?
  /// Roll about x, pitch about y and yaw about z, in radians.
  package var attitude: SIMD3<Double>?

  /// In m/s².
  package static let standardGravity = 9.80665

  package init(
    acceleration: SIMD3<Double>? = nil, rotation: SIMD3<Double>? = nil, attitude: SIMD3<Double>? = nil
  ) {
    self.acceleration = acceleration
    self.rotation = rotation
    self.attitude = attitude
  }
}

extension SensorReading {
  /// The widgets that show a motion sensor.
  package static var motionWidgets: [Widget] {
    motion.map { reading in
      Widget(
        reading.rawValue, kind: .label(precision: 3), range: reading.range, default: 0, unit: reading.unit,
        about: reading.aboutMotion)
    }
  }

  private var unit: String {
    switch self {
    case .accelerometerX, .accelerometerY, .accelerometerZ: "g"
    case .gyroscopeX, .gyroscopeY, .gyroscopeZ: "rad/s"
    default: "rad"
    }
  }

  private var aboutMotion: String {
    switch self {
    case .accelerometerX: "Acceleration to the right of the device, including gravity."
    case .accelerometerY: "Acceleration to the upper end of the device, including gravity."
    case .accelerometerZ: "Acceleration out of the face of the device; 1 g while it lies on its back."
    case .gyroscopeX: "How fast the device turns around the axis to its right."
    case .gyroscopeY: "How fast the device turns around the axis to its upper end."
    case .gyroscopeZ: "How fast the device turns around the axis out of its face."
    case .roll: "How far the device is turned around the axis to its right."
    case .pitch: "How far the device is turned around the axis to its upper end."
    case .yaw: "How far the device has turned on the table since the start; it drifts."
    default: ""
    }
  }
}
