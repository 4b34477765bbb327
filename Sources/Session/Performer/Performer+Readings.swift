import SpinetLibrary
import SpinetMapping
import SpinetMotion
import SpinetRealtime
import SpinetWidgets

/// Motion sensors and faces.
extension Performer {
  /// Takes a reading. It moves the widgets that it is mapped to, the channels of a .csd, and the controls of Faust
  /// programs that declare it.
  ///
  /// - Parameter value: in the reading's unit.
  func take(_ reading: SensorReading, _ value: Double, at time: HostTime, _ observe: (Outcome) -> Void) {
    _ = router.route(reading, value, at: time.nanoseconds) { output in
      switch output {
      case .moved(let widget, _):
        played.record(moved: widget, of: instrument.widgets)
        observe(.moved(instrument.widgets.all[widget]))
      case .waiting(let widget, let turn): observe(.waiting(instrument.widgets.all[widget], turn: turn))
      }
    }
    if let channel = reading.csoundChannel { move(channel) { $0.set(value) } }
    for (number, part) in instrument.parts.enumerated() {
      for motion in part.sound.motions where motion.curve.reading == reading {
        move(motion.widget.name, ofPart: number) {
          $0.set(reading: motion.curve.faustValue(of: value), through: motion.curve)
        }
      }
    }
    applySessionWidgets(at: time)
    flush(at: time)
  }

  /// Moves widgets by playing, so that their values are not kept for the next session.
  private func move(_ name: String, ofPart number: Int? = nil, _ set: (Widget) -> Void) {
    for index in instrument.widgets.indices(of: name)
    where number == nil || instrument.part(ofWidget: index) == number {
      set(instrument.widgets.all[index])
      played.record(moved: index, of: instrument.widgets)
    }
  }
}

extension Performer {
  /// Records that these widgets were moved for this run only, or by playing.
  func recordPlayed(_ names: [String]) {
    for index in names.compactMap({ instrument.widgets.index(of: $0) }) {
      played.record(moved: index, of: instrument.widgets)
    }
  }
}

extension MotionCurve {
  fileprivate var reading: SensorReading {
    switch (sensor, axis) {
    case (.accelerometer, .x): .accelerometerX
    case (.accelerometer, .y): .accelerometerY
    case (.accelerometer, .z): .accelerometerZ
    case (.gyroscope, .x): .gyroscopeX
    case (.gyroscope, .y): .gyroscopeY
    case (.gyroscope, .z): .gyroscopeZ
    }
  }

  /// A value of the reading in the unit of Faust's curves: m/s² instead of g.
  fileprivate func faustValue(of value: Double) -> Double {
    sensor == .accelerometer ? value * MotionSample.standardGravity : value
  }
}
