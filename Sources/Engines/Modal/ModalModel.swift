/// What can be struck: four kits, then bodies that follow the keys.
enum ModalModel: CaseIterable {
  case standardKit, roomKit, electronicKit, brushKit
  case vibraphone, marimba, xylophone, glockenspiel, celesta, tubularBells, kalimba, steelDrum, timpani
  case tinePiano, reedPiano, clavinet, harpsichord, toyPiano
  case nylonGuitar, steelGuitar, electricGuitar, harp, koto, banjo, dulcimer, pizzicato, uprightBass, sitar
  case organ

  static var kitCount: Int { @_noLocks get { 4 } }
  /// The bodies of a kit, one for each key from 27.
  static var kitSize: Int { @_noLocks get { 61 } }

  /// Where the bodies of a model begin in the table. [audio-thread]
  @_noLocks static func firstBody(_ model: Int) -> Int {
    model < kitCount ? model * kitSize : kitCount * kitSize + model - kitCount
  }

  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// The name in patches: `standard-kit`.
  var name: String {
    var name = ""
    for letter in "\(self)" { name += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
    return name
  }

  /// Whether a held key sounds for ever.
  var lasts: Bool { self == .organ }

  /// One body, or those of a kit.
  var bodies: [Body] {
    switch self {
    case .standardKit: DrumKit.standard
    case .roomKit: DrumKit.room
    case .electronicKit: DrumKit.electronic
    case .brushKit: DrumKit.brushes
    case .vibraphone: [.vibraphone]
    case .marimba: [.marimba]
    case .xylophone: [.xylophone]
    case .glockenspiel: [.glockenspiel]
    case .celesta: [.celesta]
    case .tubularBells: [.tubularBells]
    case .kalimba: [.kalimba]
    case .steelDrum: [.steelDrum]
    case .timpani: [.timpani]
    case .tinePiano: [.tinePiano]
    case .reedPiano: [.reedPiano]
    case .clavinet: [.clavinet]
    case .harpsichord: [.harpsichord]
    case .toyPiano: [.toyPiano]
    case .nylonGuitar: [.nylonGuitar]
    case .steelGuitar: [.steelGuitar]
    case .electricGuitar: [.electricGuitar]
    case .harp: [.harp]
    case .koto: [.koto]
    case .banjo: [.banjo]
    case .dulcimer: [.dulcimer]
    case .pizzicato: [.pizzicato]
    case .uprightBass: [.uprightBass]
    case .sitar: [.sitar]
    case .organ: [.organ]
    }
  }
}
