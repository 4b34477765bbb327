/// What a finger does to a key; the number is what `kbKkNstatus` gets.
enum KeyChange: Int {
  case up
  case down
  /// Within the key.
  case move
  /// To another key of the row.
  case leave
  /// From another key of the row.
  case arrive
}
