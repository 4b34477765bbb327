#if Csound
  import Widgets

  /// Motion as widgets on the channels that Csound for iOS gives it; whatever has such sensors moves them.
  public final class CsoundMotion: Sendable {
    private let csound: CsoundObj

    public init(_ csound: CsoundObj) { self.csound = csound }

    /// `accelerometerX`, `Y` and `Z`, in units of gravity.
    public func enableAccelerometer() -> [Widget] {
      enable(["accelerometerX", "accelerometerY", "accelerometerZ"], range: -8...8, unit: "g")
    }

    /// `gyroX`, `Y` and `Z`, in radians a second.
    public func enableGyroscope() -> [Widget] {
      enable(["gyroX", "gyroY", "gyroZ"], range: -40...40, unit: "rad/s")
    }

    /// `attitudeRoll`, `Pitch` and `Yaw`, in radians.
    public func enableAttitude() -> [Widget] {
      enable(["attitudeRoll", "attitudePitch", "attitudeYaw"], range: -Double.pi...Double.pi, unit: "rad")
    }

    private func enable(_ names: [String], range: ClosedRange<Double>, unit: String) -> [Widget] {
      names.map { name in
        let widget = Widget(name, range: range, default: 0, unit: unit)
        csound.addBinding(WidgetBinding(widget))
        return widget
      }
    }
  }
#endif
