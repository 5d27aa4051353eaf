internal import CZlib

/// Decompresses data that lies in several parts of a file, as far as it is not damaged.
package final class DeflatedReader {
    private let bytes: UnsafeRawBufferPointer
    private var parts: ArraySlice<Range<Int>>
    // zlib remembers its address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// Nil where there is no memory.
    package init?(_ bytes: UnsafeRawBufferPointer, _ parts: [Range<Int>]) {
        self.bytes = bytes
        self.parts = parts[...]
        stream.initialize(to: z_stream())
        guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Fills a buffer; false where the data ends or is damaged before it is full.
    package func read(into buffer: inout [UInt8]) -> Bool {
        buffer.withUnsafeMutableBufferPointer { buffer in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(clamping: buffer.count)
            while stream.pointee.avail_out > 0 {
                if stream.pointee.avail_in == 0 {
                    guard let part = parts.popFirst() else { return false }
                    let input = UnsafeRawBufferPointer(rebasing: bytes[part])
                    // zlib only reads from it.
                    stream.pointee.next_in = UnsafeMutablePointer(
                        mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
                    stream.pointee.avail_in = UInt32(clamping: input.count)
                    continue
                }
                switch inflate(stream, Z_NO_FLUSH) {
                case Z_OK: break
                // A wrong checksum behind the last row does not make the row wrong.
                default: return stream.pointee.avail_out == 0
                }
            }
            return true
        }
    }
}

/// Compresses data quickly.
package final class DeflatedWriter {
    /// What was compressed so far.
    package private(set) var bytes: [UInt8] = []
    // zlib remembers its address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Nil where there is no memory.
    package init?() {
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit_(stream, Z_BEST_SPEED, ZLIB_VERSION, size) == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Adds data.
    package func write(_ data: [UInt8]) { write(data, Z_NO_FLUSH) }

    /// Ends the data.
    package func finish() { write([], Z_FINISH) }

    private func write(_ data: [UInt8], _ flush: Int32) {
        data.withUnsafeBufferPointer { data in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: data.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: data.count)
            repeat {
                room.withUnsafeMutableBufferPointer {
                    stream.pointee.next_out = $0.baseAddress
                    stream.pointee.avail_out = UInt32($0.count)
                    _ = deflate(stream, flush)
                }
                bytes += room.prefix(room.count - Int(stream.pointee.avail_out))
            } while stream.pointee.avail_out == 0
        }
    }
}
