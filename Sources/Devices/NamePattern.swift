import Glibc

/// Whether `name` is what a person meant by `pattern`: a part of the name, or a shell wildcard for the whole;
/// case does not matter.
///
/// The corresponding C function is `fnmatch`.
package func namePattern(_ pattern: String, matches name: String) -> Bool {
  let pattern = pattern.lowercased()
  let name = name.lowercased()
  if pattern.contains(where: { "*?[".contains($0) }) { return fnmatch(pattern, name, 0) == 0 }
  return name.contains(pattern)
}
