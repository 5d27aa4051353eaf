import Glibc

extension Descriptor {
    /// The length of the blocks that whole files are read in, in bytes.
    private static let blockLength = 256 << 10

    /// What the file system says of the file now.
    package func status() throws(FileError) -> FileStatus { try FileStatus(of: number, path) }

    /// A path that leads to this very file, for libraries that open files by themselves.
    package var descriptorPath: BytePath { BytePath("/proc/self/fd/\(number)") }

    /// Reads what there is, at most as much as the buffer takes: a pipe brings some at a time.
    ///
    /// - Returns: how many bytes were read; 0 at the end.
    package func readSome(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(FileError) -> Int {
        try SystemCall.retrying(path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Reads on until the buffer is full or the file ends.
    ///
    /// - Returns: how many bytes were read.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let length = try readSome(into: rest)
            if length == 0 { break }
            count += length
        }
        return count
    }

    /// Reads from an offset on, until the buffer is full or the file ends; where the file stands stays.
    ///
    /// - Returns: how many bytes were read.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let length = try SystemCall.retrying(path) {
                pread(number, rest.baseAddress, rest.count, off_t(offset + count))
            }
            if length == 0 { break }
            count += length
        }
        return count
    }

    /// Reads on, at most so many bytes; fewer where the file ends before.
    package func bytes(atMost limit: Int) throws(FileError) -> [UInt8] {
        try Descriptor.array(limit) { buffer throws(FileError) in try read(into: buffer) }
    }

    /// Reads so many bytes from an offset on; fewer where the file ends before.
    package func bytes(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        try Descriptor.array(count) { buffer throws(FileError) in
            try read(into: buffer, at: offset)
        }
    }

    /// Hands out the bytes from where the file stands on, 256 KiB at a time.
    package func forEachBlock(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: Descriptor.blockLength)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try readSome(into: $0) }
            if count == 0 { return }
            try body(buffer.prefix(count))
        }
    }

    /// Hands out the bytes of the whole file, 256 KiB at a time; where the file stands stays.
    package func forEachBlockFromStart(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: Descriptor.blockLength)
        var offset = 0
        while true {
            let count = try buffer.withUnsafeMutableBytes { try read(into: $0, at: offset) }
            if count == 0 { return }
            try body(buffer.prefix(count))
            offset += count
        }
    }

    /// Whether another regular file has the same bytes; where the files stand stays.
    package func hasSameBytes(as other: borrowing Descriptor) throws(FileError) -> Bool {
        let (own, its) = (try status(), try other.status())
        guard own.byteCount == its.byteCount, its.kind == .file else { return false }
        let length = Descriptor.blockLength
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * length, alignment: 16)
        defer { buffer.deallocate() }
        let left = UnsafeMutableRawBufferPointer(rebasing: buffer[..<length])
        let right = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
        var offset = 0
        while true {
            let count = try read(into: left, at: offset)
            guard try other.read(into: right, at: offset) == count else { return false }
            if count == 0 { return true }
            guard left.prefix(count).elementsEqual(right.prefix(count)) else { return false }
            offset += count
        }
    }

    /// An array of what a body writes into memory that was not set before.
    ///
    /// - Parameter fill: returns how many bytes it wrote.
    private static func array(
        _ count: Int,
        _ fill: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
    ) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(FileError) {
                filled = try fill(UnsafeMutableRawBufferPointer(buffer))
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }
}
