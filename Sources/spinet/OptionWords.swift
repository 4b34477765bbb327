/// The command's words in messages of the library, which knows settings but no options.
enum OptionWords {
  /// What the library advises, and the option for it.
  private static let remedies = [
    ("choose the PCM default", "choose --pcm default"),
    ("play without sound with the PCM none", "play without sound with --pcm none"),
    (", or the rate ", ", or --rate "),
    ("use the ALSA sequencer", "use the ALSA sequencer with '--midi alsa'"),
    ("or play without MIDI", "or play without with '--midi none'"),
    ("play with the ALSA sequencer", "play with --midi alsa"),
    ("give a mapping file", "give a mapping file with '--map FILE'"),
    ("its audio input is silent; give an input", "its audio input is silent; give one with --input"),
    ("write it as WIDGET=VALUE", "write it as --set WIDGET=VALUE"),
    ("give another state file", "give another with '--state FILE'"),
    ("choose a name without slashes", "choose a '--name' without slashes"),
    ("give the second one a tag", "name a second one with '--name TAG'"),
    ("choose one by its name: ", "choose one with '--name': "),
    ("choose a part: ", "choose one with '--part': "),
    ("play a face to have it", "add --face SOURCE to have it"),
    ("play a motion sensor to have it", "add --motion NAME to have it"),
    ("choose another name, or replace it", "choose another name, or '--replace'"),
  ]

  /// How the library begins a message about a setting, why it does, and the option for it.
  private static let subjects = [
    ("port ", "no MIDI port has that name", "--connect "),
    ("setting ", "it has no =", "--set "),
    ("input ", "has no audio input", "--input "),
  ]

  /// The message as people who type options can act on it.
  static func spoken(_ message: String) -> String {
    var text = message
    for (setting, why, option) in subjects where text.hasPrefix(setting) && text.contains(why) {
      text = option + text.dropFirst(setting.count)
    }
    for (remedy, option) in remedies { text.replace(remedy, with: option) }
    return text
  }
}
