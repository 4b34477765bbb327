import SpinetCsound
import SpinetDevices
import SpinetMotion
import SpinetRealtime
import SpinetSession
import SpinetWidgets
import Synchronization

/// Motion sensors as widgets on the channels of Csound for iOS. A sensor of this machine or of a game controller moves
/// them (`follow`), or your program does.
public final class CsoundMotion: Sendable {
  private let csound: CsoundObj
  private let widgets = MotionWidgets()
  private let sensor = Mutex<SourceThread?>(nil)

  /// No channel is bound yet.
  public init(_ csound: CsoundObj) { self.csound = csound }

  deinit { stopFollowing() }

  /// `accelerometerX`, `accelerometerY` and `accelerometerZ`, in units of gravity. A second call gives the same widgets.
  @discardableResult public func enableAccelerometer() -> [Widget] {
    enable([.accelerometerX, .accelerometerY, .accelerometerZ], range: -8...8, unit: "g")
  }

  /// `gyroX`, `gyroY` and `gyroZ`, in radians per second. A second call gives the same widgets.
  @discardableResult public func enableGyroscope() -> [Widget] {
    enable([.gyroscopeX, .gyroscopeY, .gyroscopeZ], range: -40...40, unit: "rad/s")
  }

  /// `attitudeRoll`, `attitudePitch` and `attitudeYaw`, in radians. A second call gives the same widgets.
  @discardableResult public func enableAttitude() -> [Widget] {
    enable([.roll, .pitch, .yaw], range: -Double.pi...Double.pi, unit: "rad")
  }

  private func enable(_ readings: [SensorReading], range: ClosedRange<Double>, unit: String) -> [Widget] {
    readings.compactMap { reading in
      guard let channel = reading.csoundChannel else { return nil }
      let (widget, isNew) = widgets.widget(of: reading) {
        Widget(channel, range: range, default: 0, unit: unit)
      }
      if isNew { csound.addBinding(WidgetBinding(widget)) }
      return widget
    }
  }

  /// Lets a sensor move the widgets that are enabled, now or later. One that is missing is used when it appears; a
  /// warning tells that. A second call changes to another sensor.
  ///
  /// - Parameter name: a part of the name of a game controller or of an IIO device, or a shell wildcard.
  public func follow(sensorNamed name: String = "*") throws(SpinetError) {
    try follow(sensorNamed: name) { () throws(SpinetError) in try MotionSources.open(named: name) }
  }

  /// - Parameter open: opens the sensor, on its own thread.
  package func follow(
    sensorNamed name: String, open: @escaping @Sendable () throws(SpinetError) -> any MotionSource
  ) throws(SpinetError) {
    stopFollowing()
    let thread = try SourceThread.motion(of: name, open: open) { [widgets] reading, value, _ in
      widgets.move(reading, to: value)
    } tell: { [weak csound] in
      csound?.tell(CsoundMessage("\($0)", .warning))
    }
    sensor.withLock { $0 = thread }
  }

  /// Lets the sensor go. When it returns, only your program moves the widgets.
  public func stopFollowing() { sensor.withLock { $0.take() }?.end() }
}

/// The widgets that are enabled, by what they show. [any-thread]
private final class MotionWidgets: Sendable {
  private let all = Mutex<[SensorReading: Widget]>([:])

  /// Returns the widget of a reading, and whether it is new.
  func widget(of reading: SensorReading, make: () -> Widget) -> (widget: Widget, isNew: Bool) {
    all.withLock { all in
      if let known = all[reading] { return (known, false) }
      let widget = make()
      all[reading] = widget
      return (widget, true)
    }
  }

  func move(_ reading: SensorReading, to value: Double) { all.withLock { $0[reading] }?.set(value) }
}
