import Documents

/// A configuration key and its value as somebody wrote them.
struct WrittenSetting {
  var name: String
  var place: Place
  var value: String
  var valuePlace: Place
  /// How grave it is if the value cannot be understood: declarations in programs are read tolerantly.
  var severity: Diagnostic.Severity
}
