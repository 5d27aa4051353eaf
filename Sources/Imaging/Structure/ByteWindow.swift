import Basics

/// Reads the bytes of a file by their places, from memory or as blocks from the disk.
///
/// A place outside of the file gives nil, and so does one that cannot be read.
final class ByteWindow {
    private static let blockLength = 64 << 10

    /// The length of the file.
    let count: Int
    private let memory: UnsafeRawBufferPointer
    private let file: Descriptor?
    private var block: [UInt8] = []
    private var start = 0

    /// Reads bytes in memory, which must stay there as long as the window is used.
    init(_ bytes: UnsafeRawBufferPointer) {
        count = bytes.count
        memory = bytes
        file = nil
    }

    /// Reads a file.
    init(_ path: BytePath) throws(FileError) {
        let opened = try Descriptor.file(path)
        count = try opened.status().byteCount
        memory = UnsafeRawBufferPointer(start: nil, count: 0)
        file = consume opened
    }

    /// Whether the file has all of some bytes.
    func holds(_ offset: Int, _ length: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count && length <= count - offset
    }

    /// The byte at an offset.
    func byte(_ offset: Int) -> UInt8? {
        guard holds(offset, 1) else { return nil }
        guard memory.isEmpty else { return memory[offset] }
        if !(start..<(start + block.count)).contains(offset) { load(offset) }
        let place = offset - start
        return block.indices.contains(place) ? block[place] : nil
    }

    /// An unsigned number of up to eight bytes; nil where it is larger than an `Int`, too.
    func number(_ offset: Int, _ length: Int, isLittleEndian: Bool = false) -> Int? {
        guard holds(offset, length) else { return nil }
        var value: UInt64 = 0
        for index in 0..<length {
            let place = isLittleEndian ? length - 1 - index : index
            guard let byte = byte(offset + place) else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return Int(exactly: value)
    }

    /// The bytes of a range, as far as they can be read.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        guard holds(range.lowerBound, range.count) else { return [] }
        return range.compactMap { byte($0) }
    }

    /// Four bytes as a name.
    func name(_ offset: Int) -> String? {
        guard holds(offset, 4) else { return nil }
        let letters = (0..<4).compactMap { byte(offset + $0) }
        return letters.count == 4 ? String(decoding: letters, as: UTF8.self) : nil
    }

    /// Whether bytes are those of a text.
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
