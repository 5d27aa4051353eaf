internal import CZlib

/// The checksum of PNGs and gzip.
package enum CRC32 {
    /// The CRC-32 of bytes behind others.
    package static func checksum(
        _ bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0
    ) -> UInt32 {
        // Without bytes, zlib gives the sum of nothing.
        guard !bytes.isEmpty else { return sum }
        return UInt32(
            truncatingIfNeeded: crc32_z(
                UInt(sum), bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count))
    }
}
