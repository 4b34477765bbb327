import CALSA
import Glibc

/// The direction in which a PCM transports sound.
package enum PCMDirection: Sendable {
  case playback, capture

  var stream: snd_pcm_stream_t {
    switch self {
    case .playback: SND_PCM_STREAM_PLAYBACK
    case .capture: SND_PCM_STREAM_CAPTURE
    }
  }

  var opposite: PCMDirection { self == .playback ? .capture : .playback }

  /// The mark of a PCM with only this direction in ALSA's list of names.
  var hint: String { self == .playback ? "Output" : "Input" }
}

/// A PCM that can be chosen, with the names that ALSA gives it.
package struct PCMDescription: Sendable, Hashable {
  package var name: String
  /// ALSA's description.
  package var text: String
  /// The card's id, if the PCM belongs to a card.
  package var cardID: String?

  /// All PCMs worth choosing: `default`, sound servers and those of the user's configuration, then those of
  /// the cards. [control-thread]
  package static func all(_ direction: PCMDirection = .playback) -> [PCMDescription] {
    hinted(direction) + ofCards(direction)
  }

  /// The name of the PCM that the user means; `wanted` itself if nothing matches.
  package static func name(meantBy wanted: String, _ direction: PCMDirection = .playback) -> String {
    // For an exact name, the cards need not be queried.
    if wanted == PlaybackLoop.defaultPCM || wanted.contains(":") { return wanted }
    return resolve(wanted, among: all(direction)) ?? wanted
  }

  /// Plugins that are only useful inside a configuration.
  private static let plugins: Set = [
    "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "oss", "a52",
  ]

  /// Finds a PCM by its name, part of its name, a shell wildcard or the id of its card. Nil if nothing
  /// matches.
  package static func resolve(_ wanted: String, among all: [PCMDescription]) -> String? {
    if wanted == OutputRequest.noPCM || wanted == PlaybackLoop.defaultPCM { return wanted }
    if all.contains(where: { $0.name == wanted }) { return wanted }
    if let card = all.first(where: { $0.cardID?.lowercased() == wanted.lowercased() }) { return card.name }
    let match = all.first { [$0.name, $0.text].contains { namePattern(wanted, matches: $0) } }
    return match?.name ?? (wanted.contains(":") ? wanted : nil)
  }

  /// The PCMs of the configuration, including `default` and sound servers.
  private static func hinted(_ direction: PCMDirection) -> [PCMDescription] {
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    var found: [PCMDescription] = []
    var next = hints
    while let hint = next.pointee {
      if let name = field("NAME", of: hint), field("IOID", of: hint) != direction.opposite.hint,
        isChoice(name)
      {
        let text = field("DESC", of: hint) ?? ""
        found.append(PCMDescription(name: name, text: text.replacing("\n", with: ", ")))
      }
      next += 1
    }
    return found
  }

  /// Names with a colon are variants of the cards' PCMs, which are listed separately.
  private static func isChoice(_ name: String) -> Bool { !name.contains(":") && !plugins.contains(name) }

  private static func field(_ name: String, of hint: UnsafeMutableRawPointer) -> String? {
    guard let text = snd_device_name_get_hint(hint, name) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  private static func ofCards(_ direction: PCMDirection) -> [PCMDescription] {
    var found: [PCMDescription] = []
    var card: Int32 = -1
    while snd_card_next(&card) >= 0, card >= 0 {
      var control: OpaquePointer?
      guard snd_ctl_open(&control, "hw:\(card)", 0) >= 0, let control else { continue }
      found += pcms(of: control, direction)
      snd_ctl_close(control)
    }
    return found
  }

  private static func pcms(of control: OpaquePointer, _ direction: PCMDirection) -> [PCMDescription] {
    var allocatedCard: OpaquePointer?
    var allocatedPCM: OpaquePointer?
    snd_ctl_card_info_malloc(&allocatedCard)
    snd_pcm_info_malloc(&allocatedPCM)
    guard let cardInfo = allocatedCard, let info = allocatedPCM else { return [] }
    defer {
      snd_ctl_card_info_free(cardInfo)
      snd_pcm_info_free(info)
    }
    guard snd_ctl_card_info(control, cardInfo) >= 0 else { return [] }
    let id = String(cString: snd_ctl_card_info_get_id(cardInfo))
    let cardName = String(cString: snd_ctl_card_info_get_name(cardInfo))
    var found: [PCMDescription] = []
    var device: Int32 = -1
    while snd_ctl_pcm_next_device(control, &device) >= 0, device >= 0 {
      snd_pcm_info_set_device(info, UInt32(device))
      snd_pcm_info_set_subdevice(info, 0)
      snd_pcm_info_set_stream(info, direction.stream)
      guard snd_ctl_pcm_info(control, info) >= 0 else { continue }
      let text = "\(cardName), \(String(cString: snd_pcm_info_get_name(info)))"
      found.append(PCMDescription(name: "hw:CARD=\(id),DEV=\(device)", text: text, cardID: id))
    }
    return found
  }
}
