import GalleryModel

/// Columns of photos as JSON, written straight into bytes: a million photos are millions of numbers.
///
/// `ids` holds differences: the first id, then how much each is more than the one before. `colours` is one text,
/// three hexadecimal digits a photo as CSS writes colours (`#789`), `---` where none is known, `...` where no
/// picture is stored.
enum ColumnDocument {
    /// The document.
    ///
    /// - Parameters:
    ///   - part: which part it is, from 0.
    ///   - month: what the days are told of; nil for none.
    static func bytes(
        _ columns: PhotoColumns, part: Int, daysIn month: PartialDate? = nil
    ) -> [UInt8] {
        var document = Writer(capacity: 200 + columns.ids.count * 24)
        document.text("{\"part\":")
        document.number(part)
        document.text(",\"parts\":")
        document.number(PhotoColumns.parts(of: columns.photos))
        document.text(",\"count\":")
        document.number(columns.photos)
        // Digits alone: nothing to escape.
        document.text(",\"version\":\"\(columns.version)\",\"ids\":[")
        var last: Int64 = 0
        document.numbers(columns.ids) { id in
            defer { last = id.rawValue }
            return Int(id.rawValue - last)
        }
        document.text("],\"aspects\":[")
        document.numbers(columns.aspects) { $0 }
        if let first = month?.seconds.lowerBound {
            document.text("],\"days\":[")
            document.numbers(columns.dates) { Int(($0 - first) / 86_400) + 1 }
        }
        document.text("],\"colours\":\"")
        for colour in columns.colours { document.colour(colour) }
        document.text("\"}")
        return document.bytes
    }

    private struct Writer {
        private static let hexadecimal = Array("0123456789abcdef".utf8)

        private(set) var bytes: [UInt8] = []

        init(capacity: Int) { bytes.reserveCapacity(capacity) }

        mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

        mutating func numbers<Element>(_ elements: [Element], _ value: (Element) -> Int) {
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                number(value(element))
            }
        }

        mutating func number(_ number: Int) {
            if number < 0 { bytes.append(UInt8(ascii: "-")) }
            var rest = number.magnitude
            let start = bytes.count
            repeat {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
                rest = quotient
            } while rest > 0
            bytes[start...].reverse()
        }

        /// Four bits a channel, the nearest that there are.
        mutating func colour(_ colour: Int) {
            guard colour >= 0 else {
                text(colour == -2 ? "..." : "---")
                return
            }
            for shift in [16, 8, 0] {
                let value = colour >> shift & 0xFF
                bytes.append(Self.hexadecimal[(value * 15 + 127) / 255])
            }
        }
    }
}
