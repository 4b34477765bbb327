/// The command's words in messages of the library, which knows neither options nor commands.
enum OptionWords {
  /// What the library advises, and the option or the command for it.
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
    ("choose another mapping file", "choose another file with '-o FILE'"),
    ("render it normalised, or", "render it with --normalise, or"),
    ("give a song, an input or a duration", "give a song, --input FILE or --duration SECONDS"),
    ("Cameras, for faces", "Cameras, for --face"),
    ("Touch screens, for touches", "Touch screens, for --touch"),
    ("Motion sensors, for motion", "Motion sensors, for --motion"),
    ("another PCM, rate or period", "another PCM, rate or period; `spinet devices` lists the PCMs"),
    ("start the engine first", "start it with 'spinet engine start'"),
    ("start an instrument", "start one with 'spinet play'"),
    ("start it with a panel", "start it with 'spinet play'"),
    ("quit, and start again", "quit, and start spinet again"),
    ("start a recording first", "start one with 'spinet record start'"),
    ("stop that recording first", "stop it with 'spinet record stop'"),
    ("name a file for it", "name a file with 'spinet record start FILE'"),
    ("list all widgets", "'spinet widgets' shows them all"),
    ("list its widgets while it plays", "see 'spinet widgets' while it plays"),
    ("a reset puts ", "'spinet reset' puts "),
    ("the list of takes shows ", "'spinet journal' shows "),
  ]

  /// The beginning of a message of the library about a setting, its reason, and the option for the setting.
  private static let subjects = [
    ("port ", "no MIDI port has that name", "--connect "),
    ("setting ", "it has no =", "--set "),
    ("input ", "has no audio input", "--input "),
    ("size ", "not a size", "--size "),
  ]

  /// The message as people who type commands can act on it.
  static func spoken(_ message: String) -> String {
    var text = message
    for (setting, why, option) in subjects where text.hasPrefix(setting) && text.contains(why) {
      text = option + text.dropFirst(setting.count)
    }
    for (remedy, option) in remedies { text.replace(remedy, with: option) }
    return text
  }
}
