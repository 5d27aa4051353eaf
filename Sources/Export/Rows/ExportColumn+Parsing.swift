import Basics

extension ExportColumn {
    /// Reads a comma separated list of column names, without regard to case or spaces around them.
    ///
    /// Throws: `ExportError` for a name that no column has, for a column that the format cannot
    /// hold, for a column named twice, for an empty list, and for a format without columns.
    package static func parse(
        _ list: String, for format: ExportFormat
    ) throws(ExportError) -> [ExportColumn] {
        guard format != .gpx else { throw ExportError(.formatHasNoColumns, list) }
        var columns = [ExportColumn]()
        for part in list.split(separator: ",") {
            let name = part.trimmingSpaces()
            if name.isEmpty { continue }
            let choices = format == .csv ? tabular : allCases
            let folded = name.lowercased()
            guard let column = allCases.first(where: { $0.name.lowercased() == folded }) else {
                let nearest = NearestName.suggestions(for: name, among: choices.map(\.name))
                throw ExportError(.unknownColumn, name, suggestions: nearest)
            }
            guard choices.contains(column) else {
                throw ExportError(.columnNeedsJSON, column.name)
            }
            guard !columns.contains(column) else {
                throw ExportError(.repeatedColumn, column.name)
            }
            columns.append(column)
        }
        if columns.isEmpty {
            throw ExportError(.noColumns, list, suggestions: ["SourceFile", "Title"])
        }
        return columns
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
