/// A growing run of bytes that rows are appended to and that its owner drains.
///
/// Made for rows by the million: an append is a capacity check and a copy, and `removeAll` keeps
/// the memory for the next rows.
package struct OutputBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes wait to be drained.
    package private(set) var count = 0

    /// Makes an empty buffer with room for `capacity` bytes, at least 64.
    package init(capacity: Int = 1 << 16) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// Forgets the bytes and keeps the memory.
    package mutating func removeAll() { count = 0 }

    /// Calls `body` with the waiting bytes, valid during the call.
    package borrowing func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// A copy of the waiting bytes.
    package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// Appends the bytes as they are.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    /// Appends the bytes as they are.
    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Appends the text's UTF-8 bytes as they are.
    package mutating func append(_ text: String) {
        let copied: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
        guard copied == nil else { return }
        for byte in text.utf8 { append(byte) }
    }

    /// Appends one byte.
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    /// Makes room for `extra` more bytes and hands them out to be written; `body` returns how many
    /// it wrote, at most `extra`.
    @inline(__always)
    mutating func write(_ extra: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(extra)
        let written = body(base + count)
        assert((0...extra).contains(written), "wrote past the room that was asked for")
        count += written
    }

    /// Hands out the bytes from `start` on, to be read or changed in place.
    @inline(__always)
    mutating func tail<Result>(
        from start: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
    ) -> Result {
        body(UnsafeMutableBufferPointer(start: base + start, count: count - start))
    }

    @inline(__always)
    private mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        let larger = max(capacity * 2, count + extra)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }
}

// Invariant: the memory has one owner, this value, which cannot be copied: whoever holds it holds
// it alone.
extension OutputBuffer: @unchecked Sendable {}
