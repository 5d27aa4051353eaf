import Basics
import Testing

@Suite("FileDigest")
struct FileDigestTests {
    /// Repeated texts and their digests.
    ///
    /// Source: FIPS 180-2, appendix B; RFC 6234, section 8.5 (TEST1 to TEST4)
    static let standard = [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ("01234567", 80, "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"),
    ]

    @Test("texts and bytes have the digests of the standard", arguments: standard)
    func digests(part: String, count: Int, digest: String) {
        let text = String(repeating: part, count: count)
        #expect(FileDigest(of: text).hexadecimal == digest)
        #expect(FileDigest(of: Array(text.utf8)).hexadecimal == digest)
        #expect(FileDigest(hexadecimal: digest) == FileDigest(of: text))
    }

    @Test("pieces have the digest of the whole", arguments: [1, 55, 56, 63, 64, 65, 1_000])
    func pieces(length: Int) {
        let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var hasher = SHA256Hasher()
        for start in stride(from: 0, to: bytes.count, by: length) {
            bytes[start..<min(start + length, bytes.count)].withUnsafeBytes { hasher.update($0) }
        }
        #expect(hasher.digest == FileDigest(of: bytes))
        #expect(FileDigest(bytes: hasher.digestBytes) == hasher.digest)
    }

    @Test("a digest is 64 lower-case hexadecimal digits")
    func digits() {
        let text = String(repeating: "0f", count: 32)
        #expect(FileDigest(bytes: [UInt8](repeating: 15, count: 32)).hexadecimal == text)
        #expect(FileDigest(hexadecimal: text)?.hexadecimal == text)
        for wrong in ["", "0f", text.uppercased(), text + "0", String(text.dropLast()) + "g"] {
            #expect(FileDigest(hexadecimal: wrong) == nil)
        }
    }
}
