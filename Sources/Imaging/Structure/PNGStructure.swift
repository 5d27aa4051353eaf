internal import Basics

/// Checks the chunks of a PNG from its signature to its end chunk, with their checksums.
///
/// Checksums of ancillary chunks, such as texts, are not checked, because decoders skip damaged
/// ones.
/// Source: https://www.w3.org/TR/png-3/, sections 5.2 (signature), 5.3 (chunk layout), 5.4 (names),
/// 5.5 (checksum) and 5.6 (order).
struct PNGStructure: Sendable {
    private enum Part { case signature, header, payload, checksum }

    private var part = Part.signature
    /// The bytes so far of a part that is processed as a whole.
    private var held: [UInt8] = []
    private var payloadLeft = 0
    private var name = ""
    private var sum: UInt32 = 0
    private var hasPictureData = false
    private var chunkCount = 0
    private var verdict: PictureIntegrity?

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let checksumLength = 4

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty, verdict == nil {
            if part == .payload {
                let taken = rest.prefix(payloadLeft)
                sum = CRC32.checksum(UnsafeRawBufferPointer(rebasing: taken), after: sum)
                payloadLeft -= taken.count
                rest = rest.dropFirst(taken.count)
                if payloadLeft == 0 { part = .checksum }
                continue
            }
            let length = part == .checksum ? PNGStructure.checksumLength : 8
            let taken = rest.prefix(length - held.count)
            held += taken
            rest = rest.dropFirst(taken.count)
            if held.count == length { takeHeld() }
        }
    }

    func finish() -> PictureIntegrity {
        verdict ?? .damaged(reason: "the PNG has no end chunk; it was cut short")
    }

    private mutating func takeHeld() {
        defer { held.removeAll(keepingCapacity: true) }
        switch part {
        case .signature:
            part = .header
            if held != PNGStructure.signature { fail("the file has no PNG signature") }
        case .header: takeHeader()
        case .payload: break
        case .checksum:
            part = .header
            if PNGStructure.isCritical(name), PNGStructure.number(held[...]) != Int(sum) {
                fail("the checksum of chunk \(chunkCount) of the PNG (\(name)) is wrong")
            } else if name == "IEND" {
                verdict =
                    hasPictureData
                    ? .complete : .damaged(reason: "the PNG contains no picture data")
            }
        }
    }

    private mutating func takeHeader() {
        chunkCount += 1
        guard let length = PNGStructure.chunkLength(held[...]) else {
            return fail("chunk \(chunkCount) of the PNG has an impossible length or name")
        }
        name = String(decoding: held.suffix(4), as: UTF8.self)
        if chunkCount == 1, name != "IHDR" || length != 13 {
            return fail("the PNG does not start with its header chunk")
        }
        if name == "IDAT" { hasPictureData = true }
        sum = held.suffix(4).withUnsafeBytes { CRC32.checksum($0) }
        payloadLeft = length
        part = length == 0 ? .checksum : .payload
    }

    private mutating func fail(_ reason: String) {
        verdict = .damaged(reason: reason)
    }

    /// Returns the payload length in a chunk's header; nil if the header is invalid.
    static func chunkLength(_ header: some Collection<UInt8>) -> Int? {
        let length = number(header.prefix(4))
        let isNamed = header.dropFirst(4).allSatisfy {
            (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        }
        return length <= Int(Int32.max) && isNamed ? length : nil
    }

    /// Returns true if a chunk is critical for the picture.
    static func isCritical(_ name: String) -> Bool { name.first?.isUppercase == true }

    /// Returns a big-endian number.
    static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
