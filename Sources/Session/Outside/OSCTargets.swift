import SpinetLibrary
import SpinetMapping
import SpinetOSC
import SpinetRealtime
import SpinetWidgets

/// The widgets that stand for addresses of other programs: those that mappings name. Each change of their values is sent,
/// of several in a short time only the last. [control-thread]
final class OSCTargets {
  private struct Target {
    let widget: Widget
    let receiver: OSCReceiver
    /// The widget's stamp when it was sent.
    var stamp: UInt64
  }

  private let performer: Performer
  private let send: (OSCDatagram) -> Void
  private var targets: [Target] = []
  private var news = WidgetNews()
  private var pace = Pace(milliseconds: 5)
  private var hasNews = false
  /// The revision of the performer that was seen last.
  private var seen = -1

  init(of performer: Performer, send: @escaping (OSCDatagram) -> Void) {
    (self.performer, self.send) = (performer, send)
  }

  /// Makes a widget for each address that is new. The others stay, with their values.
  private func followMappings(at now: HostTime) {
    let wanted = Mapping.addresses(in: performer.mappings.mappings)
    let kept = targets.filter { wanted[$0.widget.name] == $0.widget.range }
    let new = wanted.sorted { $0.key < $1.key }.filter { name, _ in !kept.contains { $0.widget.name == name }
    }
    guard kept.count < targets.count || !new.isEmpty else { return }
    let old = targets.map(\.widget)
    targets = kept + new.compactMap { Self.target(named: $0.key, range: $0.value) }
    performer.replace(old, by: targets.map(\.widget), at: now)
    seen = performer.revision
  }

  private static func target(named name: String, range: ClosedRange<Double>) -> Target? {
    guard let receiver = try? OSCReceiver(String(name.dropFirst(OSCReceiver.prefix.count))) else {
      return nil
    }
    let widget = Widget(name, range: range, about: "Is sent by OSC when it is moved.")
    return Target(widget: widget, receiver: receiver, stamp: widget.stamp)
  }

  private func sendValues() {
    for index in targets.indices where targets[index].widget.stamp != targets[index].stamp {
      targets[index].stamp = targets[index].widget.stamp
      send(OSCDatagram(to: targets[index].receiver, .float(Float(targets[index].widget.value))))
    }
  }
}

extension OSCTargets: Service {
  func nextMoment(after now: HostTime) -> HostTime? { hasNews ? pace.nextMoment : nil }

  func turn(at now: HostTime, isReady: Bool) {
    if seen != performer.revision {
      seen = performer.revision
      followMappings(at: now)
    }
    hasNews = news.popChange() || hasNews
    guard hasNews, !targets.isEmpty, pace.isDue(at: now) else { return }
    hasNews = false
    sendValues()
  }
}
