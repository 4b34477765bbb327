/// Why a MIDI file cannot be played, and at which byte.
public struct MIDIFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    /// The file does not begin with `MThd`.
    case notAMIDIFile
    case headerTooShort(Int)
    /// Format 2: each track is a separate song.
    case independentSongs
    case unknownFormat(Int)
    case tracksInFormat0(Int)
    case noTracks
    case missingTracks(found: Int, declared: Int)
    case zeroDivision
    case unknownFrameRate(Int)
    case zeroTempo
    case tempoLength(Int)
    /// The file ends where this should be.
    case endsInside(String)
    /// This length reaches beyond the end of the chunk or file.
    case lengthBeyondEnd(Int)
    case quantityTooLong
    case dataWithoutStatus(UInt8)
    case statusInsteadOfData(UInt8)
    case unexpectedStatus(UInt8)
  }

  /// The position of the error in the file.
  public let byteOffset: Int
  public let reason: Reason

  public init(byteOffset: Int, _ reason: Reason) {
    self.byteOffset = byteOffset
    self.reason = reason
  }

  public var description: String { "byte \(byteOffset): \(reason)" }
}

extension MIDIFileError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAMIDIFile: "not a standard MIDI file, expected MThd at its beginning"
    case .headerTooShort(let count): "a header of \(count) bytes, expected at least 6"
    case .independentSongs: "format 2 (independent songs) cannot be played, expected format 0 or 1"
    case .unknownFormat(let format): "unknown format \(format), expected 0 or 1"
    case .tracksInFormat0(let count): "\(count) tracks in a file of format 0, expected 1"
    case .noTracks: "no tracks, expected at least one MTrk chunk"
    case .missingTracks(let found, let declared): "\(found) tracks, expected the \(declared) of the header"
    case .zeroDivision: "a division of 0 ticks, expected at least 1"
    case .unknownFrameRate(let rate): "\(rate) frames a second, expected 24, 25, 29 or 30"
    case .zeroTempo: "a tempo of 0 microseconds a quarter note"
    case .tempoLength(let count): "a tempo of \(count) bytes, expected 3"
    case .endsInside(let kind): "the data end inside \(kind)"
    case .lengthBeyondEnd(let count): "a length of \(count) bytes reaches beyond the end"
    case .quantityTooLong: "a variable-length number of more than 4 bytes"
    case .dataWithoutStatus(let byte): "data byte \(byte) without a status byte before it"
    case .statusInsteadOfData(let byte): "status byte \(byte), expected a data byte"
    case .unexpectedStatus(let byte): "status byte \(byte) cannot stand in a file"
    }
  }
}
