internal import Basics

/// Reads the bytes of a file by offset, from memory or in blocks from disk.
///
/// Offsets outside the file, and bytes that cannot be read, return nil. The memory must outlive the
/// window.
struct ByteWindow {
    /// The length of the file in bytes.
    let count: Int
    /// The bytes of a file in memory; empty for a file on disk.
    let memory: UnsafeRawBufferPointer
    private let disk: FileBlocks?

    /// Reads bytes in memory.
    init(_ memory: UnsafeRawBufferPointer) {
        count = memory.count
        self.memory = memory
        disk = nil
    }

    /// Opens a file.
    init(_ path: BytePath) throws(FileError) {
        let file = try Descriptor.file(path)
        count = try file.status().byteCount
        memory = UnsafeRawBufferPointer(start: nil, count: 0)
        disk = FileBlocks(file)
    }

    /// Returns true if the file contains a range of bytes.
    func holds(_ offset: Int, _ length: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count && length <= count - offset
    }

    /// Returns the byte at an offset.
    func byte(_ offset: Int) -> UInt8? {
        guard holds(offset, 1) else { return nil }
        guard let disk else { return memory[offset] }
        return disk.byte(offset)
    }

    /// Returns an unsigned number of up to eight bytes; nil also if it does not fit in an `Int`.
    func number(_ offset: Int, _ length: Int, isLittleEndian: Bool = false) -> Int? {
        guard holds(offset, length) else { return nil }
        var value: UInt64 = 0
        for index in 0..<length {
            let significance = isLittleEndian ? length - 1 - index : index
            guard let byte = byte(offset + significance) else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return Int(exactly: value)
    }

    /// Returns the part of a range that is in memory.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[range.clamped(to: 0..<memory.count)])
    }

    /// Returns the bytes of a range, or as many as can be read; none if it is not in the file.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        guard holds(range.lowerBound, range.count) else { return [] }
        guard let disk else { return Array(memory[range]) }
        return (try? disk.file.bytes(atMost: range.count, at: range.lowerBound)) ?? []
    }

    /// Returns four bytes as a name.
    func name(_ offset: Int) -> String? {
        guard holds(offset, 4) else { return nil }
        let letters = (offset..<(offset + 4)).compactMap(byte)
        return letters.count == 4 ? String(decoding: letters, as: UTF8.self) : nil
    }

    /// Returns true if the file starts with some bytes.
    func starts(_ expected: [UInt8]) -> Bool {
        expected.indices.allSatisfy { byte($0) == expected[$0] }
    }

    /// Returns true if a text is stored at an offset.
    func has(_ text: String, at offset: Int = 0) -> Bool {
        holds(offset, text.utf8.count)
            && text.utf8.enumerated().allSatisfy { byte(offset + $0.offset) == $0.element }
    }
}

/// Reads a file on disk in blocks.
///
/// The file is not mapped: if its card is unplugged or another program truncates it, reading fails
/// and the process goes on.
private final class FileBlocks {
    private static let blockLength = 64 << 10

    let file: Descriptor
    private var block: [UInt8] = []
    private var start = 0

    init(_ file: consuming Descriptor) { self.file = file }

    func byte(_ offset: Int) -> UInt8? {
        if !(start..<(start + block.count)).contains(offset) {
            start = offset - offset % FileBlocks.blockLength
            block = (try? file.bytes(atMost: FileBlocks.blockLength, at: start)) ?? []
        }
        let index = offset - start
        return index < block.count ? block[index] : nil
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
