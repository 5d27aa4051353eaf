/// Cuts the bytes of a CSV file into its records, in bounded memory: the next record and a chunk.
///
/// Source: RFC 4180, https://www.rfc-editor.org/rfc/rfc4180
package struct CSVRecords {
    /// A record longer than this is no row of a photo.
    package static let longestRecord = 32 << 20

    /// What follows the last line end: a record without one, or the beginning of one.
    package private(set) var rest: [UInt8] = []
    private var isQuoted = false

    /// Makes a reader at the start of a file.
    package init() {}

    /// Takes the next bytes of the file and hands out each record that ends in them, with its line end.
    ///
    /// - Returns: false where a record is too long; nothing more can be said of the file then.
    package mutating func take(
        _ chunk: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws -> Void
    ) rethrows -> Bool {
        var start = chunk.startIndex
        for index in chunk.indices {
            switch chunk[index] {
            // The quote of a quote is two of them, which change nothing together.
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\n") where !isQuoted:
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
        return rest.count <= CSVRecords.longestRecord
    }

    /// The cells of a record as they are written, with their quotes; nil where it is no record.
    package static func cells(_ record: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        var cells: [ArraySlice<UInt8>] = []
        var rest = record
        if rest.last == UInt8(ascii: "\n") { rest.removeLast() }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        while true {
            guard let end = cellEnd(in: rest) else { return nil }
            cells.append(rest[..<end])
            if end == rest.endIndex { return cells }
            rest = rest[(end + 1)...]
        }
    }

    /// What a cell says, without its quotes.
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

    /// Where the first cell ends: at a comma or at the end.
    private static func cellEnd(in line: ArraySlice<UInt8>) -> Int? {
        guard line.first == UInt8(ascii: "\"") else {
            let end = line.firstIndex(of: UInt8(ascii: ",")) ?? line.endIndex
            return line[..<end].contains(UInt8(ascii: "\"")) ? nil : end
        }
        var index = line.startIndex + 1
        while let quote = line[index...].firstIndex(of: UInt8(ascii: "\"")) {
            let next = quote + 1
            if next == line.endIndex || line[next] == UInt8(ascii: ",") { return next }
            guard line[next] == UInt8(ascii: "\"") else { return nil }
            index = next + 1
        }
        return nil
    }
}
