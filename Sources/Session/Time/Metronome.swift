import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetTime
import SpinetWidgets

/// Which beat clicks next. [control-thread]
struct Metronome {
  /// Plays the clicks.
  let track = ClickTrack()
  private var isOn = false
  /// The first position that may click.
  private var begin = Ticks.zero
  /// Up to which position it counts before a song, whether it is on or not; nil while it does not.
  private var countsUntil: Ticks?

  /// Begins anew at a position.
  ///
  /// - Parameter end: where a count before the song ends; nil for no count.
  mutating func restart(at position: Ticks, countingUntil end: Ticks? = nil) {
    (begin, countsUntil) = (position, end)
  }

  /// Follows its widget, and a clock that may have jumped.
  mutating func follow(isOn: Bool, _ position: Ticks, in bars: Bars) {
    let isFar = (position - begin).magnitude > bars.meter(at: position).bar
    if isOn != self.isOn || isFar, countsUntil.map({ position >= $0 }) ?? true { begin = position }
    self.isOn = isOn
  }

  /// The next beat that clicks; nil while none does.
  func next(in bars: Bars) -> Bars.Beat? {
    guard isOn || countsUntil != nil else { return nil }
    let beat = bars.beat(notBefore: begin)
    return isOn || countsUntil.map { beat.position < $0 } ?? false ? beat : nil
  }

  mutating func pass(_ beat: Bars.Beat) { begin = beat.position + Ticks(fractions: 1) }
}

extension Performer {
  /// The next click; nil while there is none.
  private var nextBeat: (beat: Bars.Beat, moment: HostTime)? {
    guard let beat = backing.metronome.next(in: bars) else { return nil }
    let clock = ports.transport.transport.clock
    return (beat, HostTime(nanoseconds: clock.moment(of: beat.position)))
  }

  /// When the metronome clicks next.
  var nextBeatMoment: HostTime? { nextBeat?.moment }

  /// Follows the metronome's widgets, and tells its track whether there may be clicks.
  func followMetronome(at time: HostTime) {
    let widgets = instrument.sessionWidgets.metronome
    backing.metronome.follow(
      isOn: widgets.isOn.value > 0, ports.transport.transport.clock.position(at: time.nanoseconds), in: bars)
    backing.metronome.track.isRecorded = widgets.isRecorded.value > 0
    backing.metronome.track.isWanted = nextBeat != nil
  }

  /// Clicks the beat of a moment, if there is one. After a pause that is too long, beats are left out.
  func click(at time: HostTime) {
    guard let (beat, moment) = nextBeat, moment <= time else { return }
    backing.metronome.pass(beat)
    backing.metronome.track.click(
      at: moment, isFirst: beat.isFirst, gain: instrument.sessionWidgets.metronome.gain)
  }
}
