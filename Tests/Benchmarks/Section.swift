/// Rows that are measured together, by a name.
struct Section {
  let name: String
  let rows: () throws -> [Table.Row]
}
