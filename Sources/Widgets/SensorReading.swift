/// A value that a motion sensor or a face gives: the widget that shows it, and the control that a mapping file names.
///
/// The raw values are the names of the widgets.
public enum SensorReading: String, Hashable, Sendable, CaseIterable {
  case accelerometerX = "motion.accelerometer.x"
  case accelerometerY = "motion.accelerometer.y"
  case accelerometerZ = "motion.accelerometer.z"
  case gyroscopeX = "motion.gyroscope.x"
  case gyroscopeY = "motion.gyroscope.y"
  case gyroscopeZ = "motion.gyroscope.z"
  case roll = "motion.attitude.roll"
  case pitch = "motion.attitude.pitch"
  case yaw = "motion.attitude.yaw"
  case facePresent = "face.present"
  case faceX = "face.x"
  case faceY = "face.y"
  case faceSize = "face.size"
  case faceBrightness = "face.brightness"
  case faceRegion1 = "face.region.1"
  case faceRegion2 = "face.region.2"
  case faceRegion3 = "face.region.3"
  case faceRegion4 = "face.region.4"
  case faceRegion5 = "face.region.5"
  case faceRegion6 = "face.region.6"
  case faceRegion7 = "face.region.7"
  case faceRegion8 = "face.region.8"
  case faceRegion9 = "face.region.9"

  /// The readings of a motion sensor.
  public static let motion = Array(allCases.prefix { $0 != .facePresent })

  /// As a mapping file writes it: `motion accelerometer.x`.
  public init?(control text: String) {
    guard let space = text.firstIndex(of: " ") else { return nil }
    self.init(rawValue: text[..<space] + "." + text[text.index(after: space)...])
  }

  /// The text in a mapping file: `motion accelerometer.x`, `face size`.
  public var control: String {
    let dot = rawValue.firstIndex(of: ".") ?? rawValue.endIndex
    return rawValue[..<dot] + " " + rawValue[dot...].dropFirst()
  }

  /// All values that it can have, in its unit.
  public var range: ClosedRange<Double> {
    switch self {
    case .accelerometerX, .accelerometerY, .accelerometerZ: -8...8
    case .gyroscopeX, .gyroscopeY, .gyroscopeZ: -40...40
    case .roll, .yaw: -.pi ... .pi
    case .pitch: -.pi / 2 ... .pi / 2
    default: 0...1
    }
  }

  /// The range that playing usually reaches, in the reading's unit. A mapped widget goes from end to end over it.
  public var usualRange: ClosedRange<Double> {
    switch self {
    case .accelerometerX, .accelerometerY, .accelerometerZ: -1...1
    case .gyroscopeX, .gyroscopeY, .gyroscopeZ: -5...5
    default: range
    }
  }

  /// The channel on which Csound for iOS sends it; nil for a face.
  public var csoundChannel: String? {
    switch self {
    case .accelerometerX: "accelerometerX"
    case .accelerometerY: "accelerometerY"
    case .accelerometerZ: "accelerometerZ"
    case .gyroscopeX: "gyroX"
    case .gyroscopeY: "gyroY"
    case .gyroscopeZ: "gyroZ"
    case .roll: "attitudeRoll"
    case .pitch: "attitudePitch"
    case .yaw: "attitudeYaw"
    default: nil
    }
  }
}

extension Widget {
  /// The reading that it shows; nil for any other widget.
  package var reading: SensorReading? {
    guard case .label = kind else { return nil }
    return SensorReading(rawValue: name)
  }
}
