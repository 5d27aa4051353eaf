internal import CZlib

/// Compresses bytes in memory as a gzip file.
///
/// Source: RFC 1952.
package enum Gzip {
    /// The compressed bytes; nil where there is no memory, and for 4 GiB and more.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        guard let count = UInt32(exactly: bytes.count) else { return nil }
        var stream = z_stream()
        // zlib remembers its address.
        return withUnsafeMutablePointer(to: &stream) { stream in
            let begun = deflateInit2_(
                stream, level, Z_DEFLATED, MAX_WBITS + gzipFormat, memoryLevel,
                Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            guard begun == Z_OK else { return nil }
            defer { deflateEnd(stream) }
            let room = Int(deflateBound(stream, UInt(bytes.count)))
            var isWhole = false
            let made = [UInt8](unsafeUninitializedCapacity: room) { target, made in
                bytes.withUnsafeBufferPointer { source in
                    // zlib only reads from it.
                    stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                    stream.pointee.avail_in = count
                    stream.pointee.next_out = target.baseAddress
                    stream.pointee.avail_out = UInt32(clamping: room)
                    isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
                    made = room - Int(stream.pointee.avail_out)
                }
            }
            return isWhole ? made : nil
        }
    }

    /// Source: measured on a million photos in columns, 4 takes 3 % more room and three quarters of the time, 6 takes
    /// 1 % less and 1.1 times as long.
    private static let level: Int32 = 5
    /// Asks zlib for gzip's header and trailer.
    ///
    /// Source: zlib.h, `deflateInit2`.
    private static let gzipFormat: Int32 = 16
    /// The memory that zlib takes by itself.
    ///
    /// Source: zlib.h, `deflateInit`.
    private static let memoryLevel: Int32 = 8
}
