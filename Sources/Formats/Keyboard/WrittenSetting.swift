import SpinetText

/// A configuration key and its value as somebody wrote them.
struct WrittenSetting {
  var name: String
  var location: TextLocation
  var value: String
  var valuePosition: TextLocation
  /// How grave it is if the value cannot be understood: declarations in programs are read tolerantly.
  var severity: Diagnostic.Severity
}
