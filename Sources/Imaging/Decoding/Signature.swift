/// Reads the first bytes of a file by place; a place outside of them is never an error.
struct Signature {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The byte at an offset, or -1 outside.
    func byte(_ offset: Int) -> Int {
        bytes.indices.contains(offset) ? Int(bytes[offset]) : -1
    }

    func starts(_ expected: [UInt8]) -> Bool { bytes.starts(with: expected) }

    func starts(_ expected: String) -> Bool { bytes.starts(with: expected.utf8) }

    func has(_ expected: String, at offset: Int) -> Bool {
        offset <= bytes.count && bytes[offset...].starts(with: expected.utf8)
    }

    /// Bytes as text, cut at the first NUL and at the end of the bytes.
    func text(_ offset: Int, _ length: Int) -> String {
        guard offset >= 0, offset < bytes.count else { return "" }
        return String(decoding: bytes[offset...].prefix(length).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// An unsigned number of up to four bytes; 0 outside.
    func number(_ offset: Int, _ length: Int, _ isLittleEndian: Bool) -> Int {
        guard offset >= 0, offset <= bytes.count - length else { return 0 }
        let part = bytes[offset..<(offset + length)]
        let join = { (sum: Int, byte: UInt8) in sum << 8 | Int(byte) }
        return isLittleEndian ? part.reversed().reduce(0, join) : part.reduce(0, join)
    }

    func bigEndian32(_ offset: Int) -> Int { number(offset, 4, false) }

    /// The text after a byte order mark and blanks.
    func leadingText(_ length: Int) -> String {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        return String(
            decoding: text.drop { blanks.contains($0) }.prefix(length), as: UTF8.self)
    }
}
