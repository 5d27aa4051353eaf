internal import CZlib

/// Compresses bytes in memory as a gzip file.
///
/// Source: RFC 1952.
package enum Gzip {
    /// Returns the compressed bytes; nil for 4 GiB and more, or if memory cannot be allocated.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count <= UInt32.max, let writer = DeflatedWriter(isGzip: true) else {
            return nil
        }
        writer.write(bytes)
        writer.finish()
        return writer.bytes
    }
}

/// The checksum used by PNG and gzip.
package enum CRC32 {
    /// Returns the CRC-32 of bytes that continue a previous checksum.
    package static func checksum(
        _ bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0
    ) -> UInt32 {
        // Given no bytes, zlib returns the initial value instead.
        guard !bytes.isEmpty else { return sum }
        return UInt32(
            truncatingIfNeeded: crc32_z(
                UInt(sum), bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count))
    }
}
