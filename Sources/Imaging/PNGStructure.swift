/// Walks the chunks of a PNG from its signature to its end chunk.
///
/// Source: https://www.w3.org/TR/png-3/, sections 5.2 (signature), 5.3 (chunk layout) and 5.6 (order).
struct PNGStructure: Sendable {
    private var header: [UInt8] = []
    private var bytesToSkip = 0
    private var hasSignature = false
    private var hasPictureData = false
    private var isInPictureData = false
    private var pictureDataLength = 0
    private var chunkCount = 0
    private var verdict: PictureIntegrity?

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let checksumLength = 4
    /// The header of the compressed data.
    ///
    /// Source: RFC 1950, section 2.2.
    private static let compressionHeaderLength = 2

    /// Whether a file that may be cut short holds any of its pixels.
    static func holdsPictureData(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var structure = PNGStructure()
        structure.update(bytes)
        return structure.pictureDataLength > compressionHeaderLength
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset < bytes.count {
            let skipped = min(bytesToSkip, bytes.count - offset)
            if isInPictureData {
                pictureDataLength += min(skipped, max(bytesToSkip - Self.checksumLength, 0))
            }
            bytesToSkip -= skipped
            offset += skipped
            // The end chunk counts once its checksum is there as well.
            if bytesToSkip > 0 || verdict != nil { break }
            let part = bytes[offset...].prefix(8 - header.count)
            header += part
            offset += part.count
            if header.count == 8 { takeHeader() }
        }
    }

    func finish() -> PictureIntegrity {
        if let verdict, verdict != .complete || bytesToSkip == 0 { return verdict }
        return .damaged(reason: "the PNG has no end chunk: it was cut short")
    }

    private mutating func takeHeader() {
        defer { header.removeAll(keepingCapacity: true) }
        guard hasSignature else {
            hasSignature = true
            if header != PNGStructure.signature { fail("the file does not begin as a PNG") }
            return
        }
        let length = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let name = String(decoding: header.suffix(4), as: UTF8.self)
        chunkCount += 1
        guard length <= Int(Int32.max), header.suffix(4).allSatisfy(PNGStructure.isLetter) else {
            return fail("chunk \(chunkCount) of the PNG has an impossible length or name")
        }
        if chunkCount == 1, name != "IHDR" || length != 13 {
            return fail("the PNG does not begin with its header chunk")
        }
        isInPictureData = name == "IDAT"
        if isInPictureData { hasPictureData = true }
        bytesToSkip = length + PNGStructure.checksumLength
        if name == "IEND" {
            verdict = hasPictureData ? .complete : .damaged(reason: "the PNG holds no picture data")
        }
    }

    private mutating func fail(_ reason: String) {
        verdict = .damaged(reason: reason)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
