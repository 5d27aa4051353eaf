import Basics

/// Reads the bytes of a file by offset, from memory or in blocks from disk.
///
/// Offsets outside the file, and bytes that cannot be read, return nil.
final class ByteWindow {
    private static let blockLength = 64 << 10

    /// The length of the file in bytes.
    let count: Int
    private let memory: UnsafeRawBufferPointer
    private let file: Descriptor?
    private var block: [UInt8] = []
    private var start = 0

    /// Reads bytes in memory, which must outlive the window.
    init(_ bytes: UnsafeRawBufferPointer) {
        count = bytes.count
        memory = bytes
        file = nil
    }

    /// Opens a file.
    init(_ path: BytePath) throws(FileError) {
        let opened = try Descriptor.file(path)
        count = try opened.status().byteCount
        memory = UnsafeRawBufferPointer(start: nil, count: 0)
        file = consume opened
    }

    /// Returns true if the file contains a range of bytes.
    func holds(_ offset: Int, _ length: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count && length <= count - offset
    }

    /// Returns the byte at an offset.
    func byte(_ offset: Int) -> UInt8? {
        guard holds(offset, 1) else { return nil }
        guard memory.isEmpty else { return memory[offset] }
        if !(start..<(start + block.count)).contains(offset) { load(offset) }
        let index = offset - start
        return block.indices.contains(index) ? block[index] : nil
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

    /// Returns the bytes of a range, or as many as can be read.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        guard holds(range.lowerBound, range.count) else { return [] }
        guard memory.isEmpty else { return Array(memory[range]) }
        switch file {
        case .some(let file): return (try? file.bytes(range.count, at: range.lowerBound)) ?? []
        case .none: return []
        }
    }

    /// Calls `body` with the bytes of a range in blocks, as far as they can be read.
    func forEachBlock(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
        let range = range.clamped(to: 0..<count)
        guard memory.isEmpty else { return body(UnsafeRawBufferPointer(rebasing: memory[range])) }
        var offset = range.lowerBound
        while offset < range.upperBound {
            load(offset)
            let first = offset - start
            let length = min(block.count - first, range.upperBound - offset)
            guard length > 0 else { return }
            block.withUnsafeBytes {
                body(UnsafeRawBufferPointer(rebasing: $0[first..<(first + length)]))
            }
            offset += length
        }
    }

    /// Returns four bytes as a name.
    func name(_ offset: Int) -> String? {
        guard holds(offset, 4) else { return nil }
        let letters = (0..<4).compactMap { byte(offset + $0) }
        return letters.count == 4 ? String(decoding: letters, as: UTF8.self) : nil
    }

    /// Returns true if a text is stored at an offset.
    func has(_ text: String, at offset: Int) -> Bool {
        text.utf8.enumerated().allSatisfy { byte(offset + $0.offset) == $0.element }
    }

    private func load(_ offset: Int) {
        start = offset - offset % ByteWindow.blockLength
        block = []
        switch file {
        case .some(let file):
            block = (try? file.bytes(ByteWindow.blockLength, at: start)) ?? []
        case .none: break
        }
    }
}

/// Damage in the structure of a picture file.
struct StructureDamage: Error {
    /// A lower-case sentence without a period.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
