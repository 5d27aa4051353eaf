/// One box of a file in ISO's base media format.
struct HEIFBox {
    /// Its four letters.
    var type: String
    /// Where what it holds lies.
    var content: Range<Int>

    /// The version of a full box, whose content goes on four bytes later.
    func version(_ bytes: ByteWindow) -> Int { bytes.number(content.lowerBound, 1) ?? 0 }

    /// What follows the first bytes of its content.
    func content(after length: Int) -> Range<Int> {
        min(content.lowerBound + length, content.upperBound)..<content.upperBound
    }

    /// The flags of a full box.
    func flags(_ bytes: ByteWindow) -> Int { bytes.number(content.lowerBound + 1, 3) ?? 0 }
}

/// Walks boxes that lie one behind the other.
///
/// Source: ISO/IEC 14496-12, section 4.2 (object structure).
struct HEIFBoxes {
    /// Why a walk ended.
    enum End { case whole, cut(HEIFBox), foreign }

    private let bytes: ByteWindow
    private let end: Int
    private var offset: Int
    /// Why the walk ended; told once `next` gave nil.
    private(set) var ending = End.whole

    init(_ bytes: ByteWindow, in range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    /// The next box; nil at the end, and where a box is not whole or something else than a box follows.
    mutating func next() -> HEIFBox? {
        guard offset < end else { return nil }
        guard end - offset >= 8, let type = bytes.name(offset + 4), HEIFBoxes.isName(type),
            let small = bytes.number(offset, 4)
        else {
            ending = .foreign
            return nil
        }
        var header = 8
        var length = small
        switch small {
        case 0: length = end - offset
        case 1:
            header = 16
            // A length beyond an Int's is beyond the file's.
            length = bytes.number(offset + 8, 8) ?? .max
        default: break
        }
        // A box with a name of its own: its 16 bytes need not be looked at.
        guard length >= header else {
            ending = .foreign
            return nil
        }
        let isCut = length > end - offset
        let box = HEIFBox(
            type: type, content: min(offset + header, end)..<(isCut ? end : offset + length))
        guard !isCut else {
            ending = .cut(box)
            return nil
        }
        offset += length
        return box
    }

    /// Whether four letters may be the name of a box.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count == 4 && name.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 }
    }
}
