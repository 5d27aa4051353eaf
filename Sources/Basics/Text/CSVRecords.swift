/// Splits a CSV file into records; memory is bounded by one record and one chunk.
///
/// Source: RFC 4180, https://www.rfc-editor.org/rfc/rfc4180
package struct CSVRecords {
    /// The maximum length of a record in bytes; no photo has a longer row.
    package static let maximumRecordLength = 32 << 20

    /// The bytes after the last complete record.
    package private(set) var rest: [UInt8] = []
    /// The last byte of a line end.
    package let lineEnd: UInt8
    private var isQuoted = false

    /// Creates a reader at the start of a file whose lines end with LF or CRLF.
    package init() { lineEnd = UInt8(ascii: "\n") }

    /// Creates a reader at the start of a file whose lines end as the first one in its first chunk:
    /// with LF, CRLF or CR.
    package init(detectingLineEndIn chunk: ArraySlice<UInt8>) {
        let first = chunk.firstIndex { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        let isReturn = first.map { end in
            chunk[end] == UInt8(ascii: "\r")
                && chunk[end...].dropFirst().first != UInt8(ascii: "\n")
        }
        lineEnd = isReturn == true ? UInt8(ascii: "\r") : UInt8(ascii: "\n")
    }

    /// Takes the next chunk and passes each completed record, including its line ending, to `body`.
    ///
    /// - Returns: False if a record is too long; the rest of the file cannot be read then.
    package mutating func take(
        _ chunk: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws -> Void
    ) rethrows -> Bool {
        var start = chunk.startIndex
        for index in chunk.indices {
            switch chunk[index] {
            // An escaped quote is two quotes, which toggle twice.
            case UInt8(ascii: "\""): isQuoted.toggle()
            case lineEnd where !isQuoted:
                let end = chunk.index(after: index)
                if rest.isEmpty {
                    try body(chunk[start..<end])
                } else {
                    rest += chunk[start..<end]
                    let record = rest
                    rest = []
                    try body(record[...])
                }
                start = end
            default: break
            }
        }
        rest += chunk[start...]
        return rest.count <= CSVRecords.maximumRecordLength
    }

    /// Returns the cells of a record with their quotes; nil if the record is malformed.
    package static func cells(
        _ record: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: ",")
    ) -> [ArraySlice<UInt8>]? {
        var cells: [ArraySlice<UInt8>] = []
        var rest = record
        if rest.last == UInt8(ascii: "\n") { rest.removeLast() }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        while true {
            guard let end = cellEnd(in: rest, separator) else { return nil }
            cells.append(rest[..<end])
            if end == rest.endIndex { return cells }
            rest = rest[(end + 1)...]
        }
    }

    /// Returns the content of a cell without its quotes.
    package static func value(_ cell: ArraySlice<UInt8>) -> [UInt8] {
        guard cell.first == UInt8(ascii: "\""), cell.count >= 2 else { return Array(cell) }
        var value: [UInt8] = []
        var isEscape = false
        for byte in cell.dropFirst().dropLast() {
            isEscape = byte == UInt8(ascii: "\"") && !isEscape
            if !isEscape { value.append(byte) }
        }
        return value
    }

    /// Returns the end of the first cell: a separator or the end of the line.
    private static func cellEnd(in line: ArraySlice<UInt8>, _ separator: UInt8) -> Int? {
        guard line.first == UInt8(ascii: "\"") else {
            let end = line.firstIndex(of: separator) ?? line.endIndex
            return line[..<end].contains(UInt8(ascii: "\"")) ? nil : end
        }
        var index = line.startIndex + 1
        while let quote = line[index...].firstIndex(of: UInt8(ascii: "\"")) {
            let next = quote + 1
            if next == line.endIndex || line[next] == separator { return next }
            guard line[next] == UInt8(ascii: "\"") else { return nil }
            index = next + 1
        }
        return nil
    }
}
