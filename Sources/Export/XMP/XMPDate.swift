/// Writes dates as XMP has them.
enum XMPDate {
    /// `YYYY-MM-DDTHH:MM:SS` with the clock's offset where it is known; nil where the clock is not
    /// EXIF's `YYYY:MM:DD HH:MM:SS`.
    ///
    /// Source: XMP specification, part 1, section 8.2.1.1 (Date).
    static func text(clock: String, offset: String?) -> String? {
        var bytes = Array(clock.utf8)
        let pattern = Array("0000:00:00 00:00:00".utf8)
        let fits = zip(bytes, pattern).allSatisfy { byte, form in
            form == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == form
        }
        guard bytes.count == pattern.count, fits else { return nil }
        bytes[4] = UInt8(ascii: "-")
        bytes[7] = UInt8(ascii: "-")
        bytes[10] = UInt8(ascii: "T")
        return String(decoding: bytes, as: UTF8.self) + (offset ?? "")
    }
}
