import Basics
import Testing

@Suite("Gzip")
struct GzipTests {
    @Test("a reader restores the compressed bytes", arguments: [0, 1, 100, 100_000])
    func roundTrip(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        let compressed = try #require(Gzip.compressed(bytes))
        // Source: RFC 1952, section 2.3: the data follows a 10-byte header and precedes its
        // checksum and length.
        #expect(compressed.prefix(3) == [0x1F, 0x8B, 8])
        let trailer = compressed.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(trailer >> 32 == UInt64(length))
        let sum = bytes.withUnsafeBytes { CRC32.checksum($0) }
        #expect(UInt32(truncatingIfNeeded: trailer) == sum)
        // The same data as a zlib stream.
        let zlib = [0x78, 0x9C] + compressed.dropFirst(10).dropLast(8)
        var read = [UInt8](repeating: 0, count: length)
        try zlib.withUnsafeBytes { zlib in
            let reader = try #require(DeflatedReader(zlib, [0..<zlib.count]))
            #expect(reader.read(into: &read))
        }
        #expect(read == bytes)
    }

    @Test("text of numbers shrinks to a third")
    func numbers() throws {
        let bytes = Array((0..<10_000).map { String($0 * 7 % 100) }.joined(separator: ",").utf8)
        #expect(try #require(Gzip.compressed(bytes)).count < bytes.count / 3)
    }
}
