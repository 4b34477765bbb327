import CFaust
import Glibc

/// A control as a program declares it.
struct ControlDeclaration {
  enum Kind {
    case button
    case checkbox
    case slider
    case numberEntry
    case bargraph
  }

  let kind: Kind
  let label: String
  /// The labels of the groups around it, the outermost first.
  let groups: [String]
  let initial: Float
  let minimum: Float
  let maximum: Float
  let step: Float
  /// The metadata in brackets after its label, in order.
  let metadata: [(key: String, value: String)]
  /// The address of its value in one instance of the program.
  let zone: UnsafeMutablePointer<Float>

  func value(of key: String) -> String? { metadata.first { $0.key == key }?.value }
}

/// Collects what a program declares through the callbacks of Faust's C interface: its controls and its metadata.
final class InterfaceReader {
  private(set) var controls: [ControlDeclaration] = []
  /// The sound files that it names.
  private(set) var soundURLs: [String] = []
  /// Where their addresses come from; nil for an instance that never computes.
  private var sounds: SoundFiles?
  private var groups: [String] = []
  /// The metadata of the next control.
  private var pending: [(key: String, value: String)] = []

  /// The controls of one instance of a program, always in the same order.
  static func controls(
    of functions: FaustFunctions, state: UnsafeMutableRawPointer, sounds: SoundFiles?
  ) -> InterfaceReader {
    let reader = InterfaceReader()
    reader.sounds = sounds
    var interface = FaustInterface.reporting(to: Unmanaged.passUnretained(reader).toOpaque())
    withUnsafePointer(to: functions) { faust_build_interface($0, state, &interface) }
    return reader
  }

  /// The values of `declare KEY "VALUE";` in a program and its libraries.
  static func metadata(of functions: FaustFunctions) -> [String: String] {
    final class Box { var values: [String: String] = [:] }
    let box = Box()
    var metadata = FaustMetadata(context: Unmanaged.passUnretained(box).toOpaque()) { context, key, value in
      guard let context, let key, let value else { return }
      let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
      box.values[InterfaceReader.text(key)] = InterfaceReader.text(value)
    }
    withUnsafePointer(to: functions) { faust_metadata($0, &metadata) }
    return box.values
  }

  fileprivate func open(_ label: UnsafePointer<CChar>?) {
    groups.append(Self.text(label))
    // The metadata of a group is about its appearance.
    pending.removeAll()
  }

  fileprivate func close() { _ = groups.popLast() }

  fileprivate func declare(_ key: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) {
    pending.append((Self.text(key), Self.text(value)))
  }

  fileprivate func add(
    _ kind: ControlDeclaration.Kind, _ label: UnsafePointer<CChar>?, _ zone: UnsafeMutablePointer<Float>?,
    _ initial: Float = 0, _ minimum: Float = 0, _ maximum: Float = 1, _ step: Float = 1
  ) {
    guard let zone else { return }
    // A label may be a path: `Filter/cutoff`.
    let path = Self.text(label).split(separator: "/").map(String.init)
    controls.append(
      ControlDeclaration(
        kind: kind, label: path.last ?? "", groups: groups + path.dropLast(), initial: initial,
        minimum: minimum, maximum: maximum, step: step, metadata: pending, zone: zone))
    pending.removeAll()
  }

  fileprivate func addSound(
    _ url: UnsafePointer<CChar>?, _ zone: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    let url = Self.text(url)
    soundURLs.append(url)
    if let address = sounds?.address(of: url) { zone?.pointee = address }
    pending.removeAll()
  }

  fileprivate static func text(_ characters: UnsafePointer<CChar>?) -> String {
    characters.map { FaustSourceFile.text([UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0)))) }
      ?? ""
  }
}

private func reader(_ context: UnsafeMutableRawPointer?) -> InterfaceReader? {
  context.map { Unmanaged<InterfaceReader>.fromOpaque($0).takeUnretainedValue() }
}

extension FaustInterface {
  fileprivate static func reporting(to context: UnsafeMutableRawPointer) -> FaustInterface {
    FaustInterface(
      context: context,
      open_tab_box: { reader($0)?.open($1) },
      open_horizontal_box: { reader($0)?.open($1) },
      open_vertical_box: { reader($0)?.open($1) },
      close_box: { reader($0)?.close() },
      add_button: { reader($0)?.add(.button, $1, $2) },
      add_check_button: { reader($0)?.add(.checkbox, $1, $2) },
      add_vertical_slider: { reader($0)?.add(.slider, $1, $2, $3, $4, $5, $6) },
      add_horizontal_slider: { reader($0)?.add(.slider, $1, $2, $3, $4, $5, $6) },
      add_number_entry: { reader($0)?.add(.numberEntry, $1, $2, $3, $4, $5, $6) },
      add_horizontal_bargraph: { reader($0)?.add(.bargraph, $1, $2, $3, $3, $4) },
      add_vertical_bargraph: { reader($0)?.add(.bargraph, $1, $2, $3, $3, $4) },
      add_sound_file: { reader($0)?.addSound($2, $3) },
      declare: { context, _, key, value in reader(context)?.declare(key, value) })
  }
}
