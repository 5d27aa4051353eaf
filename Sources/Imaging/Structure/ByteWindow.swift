internal import Basics

/// Reads the bytes of a file in memory by offset.
///
/// Offsets outside the file return nil. The memory must outlive the window.
struct ByteWindow {
    /// The bytes of the file.
    let memory: UnsafeRawBufferPointer

    /// Reads bytes in memory.
    init(_ memory: UnsafeRawBufferPointer) { self.memory = memory }

    /// The length of the file in bytes.
    var count: Int { memory.count }

    /// Returns true if the file contains a range of bytes.
    func holds(_ offset: Int, _ length: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count && length <= count - offset
    }

    /// Returns the byte at an offset.
    func byte(_ offset: Int) -> UInt8? { holds(offset, 1) ? memory[offset] : nil }

    /// Returns an unsigned number of up to eight bytes; nil also if it does not fit in an `Int`.
    func number(_ offset: Int, _ length: Int, isLittleEndian: Bool = false) -> Int? {
        guard holds(offset, length) else { return nil }
        var value: UInt64 = 0
        for index in 0..<length {
            let significance = isLittleEndian ? length - 1 - index : index
            value = value << 8 | UInt64(memory[offset + significance])
        }
        return Int(exactly: value)
    }

    /// Returns the part of a range that is in the file.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[range.clamped(to: 0..<count)])
    }

    /// Returns the bytes of a range; none if it is not in the file.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        holds(range.lowerBound, range.count) ? Array(memory[range]) : []
    }

    /// Returns four bytes as a name.
    func name(_ offset: Int) -> String? {
        holds(offset, 4) ? String(decoding: memory[offset..<(offset + 4)], as: UTF8.self) : nil
    }

    /// Returns true if the file starts with some bytes.
    func starts(_ expected: [UInt8]) -> Bool { memory.starts(with: expected) }

    /// Returns true if a text is stored at an offset.
    func has(_ text: String, at offset: Int = 0) -> Bool {
        holds(offset, text.utf8.count) && memory[offset...].starts(with: text.utf8)
    }
}

/// Damage in the structure of a picture file.
struct StructureDamage: Error {
    /// A lower-case sentence without a period.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Iterates over the chunks of a PNG or a WebP.
///
/// Source: PNG third edition, section 5.3; RFC 9649 (WebP), section 2.3.
struct PictureChunks: IteratorProtocol {
    /// The name of a chunk, its declared length, and the range of its payload in the file.
    struct Chunk {
        var name: String
        var length: Int
        /// The payload, cut at the end of the file.
        var payload: Range<Int>
        /// True if the payload ends within the file.
        var isWhole: Bool { payload.count == length }
    }

    private let file: ByteWindow
    private let isPNG: Bool
    /// The offset of the next chunk.
    private(set) var offset: Int

    /// Starts after the signature.
    init(_ file: ByteWindow, isPNG: Bool) {
        self.file = file
        self.isPNG = isPNG
        offset = isPNG ? PNGStructure.signature.count : 12
    }

    /// Returns the next chunk; nil if its header is cut or invalid.
    mutating func next() -> Chunk? {
        guard let name = file.name(offset + (isPNG ? 4 : 0)),
            let length = file.number(offset + (isPNG ? 0 : 4), 4, isLittleEndian: !isPNG),
            !isPNG || length <= Int(Int32.max) && name.utf8.allSatisfy(\.isLetter)
        else { return nil }
        let start = offset + 8
        offset = start + length + (isPNG ? PNGStructure.checksumLength : length % 2)
        return Chunk(name: name, length: length, payload: start..<min(start + length, file.count))
    }
}
