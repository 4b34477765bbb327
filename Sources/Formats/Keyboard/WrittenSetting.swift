import SpinetText

/// A configuration key and its value as they are in the file.
struct WrittenSetting {
  var name: String
  var location: TextLocation
  var value: String
  var valuePosition: TextLocation
  /// The severity of a value that cannot be understood. In programs it is only a warning.
  var severity: Diagnostic.Severity
}
