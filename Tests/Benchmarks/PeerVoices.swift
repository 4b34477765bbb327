import Foundation

/// The folder of voices that are written for the peers, and of the programs that play them.
enum PeerVoices {
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/PeerVoices/" + name
  }
}
