/// A size of QR codes at error correction level M, with how its bytes are laid out.
///
/// Source: ISO/IEC 18004:2015, tables 7 and 9, and annex E.
struct QRVersion: Sendable {
    /// The version's number, 1 to 10.
    let number: Int
    /// How many check bytes each block has.
    let checks: Int
    /// How many data bytes each block has, the shorter blocks first.
    let blocks: [Int]
    /// The rows and columns whose crossings have alignment patterns.
    let alignments: [Int]

    /// How many modules a side has.
    var side: Int { 17 + 4 * number }

    /// How many bits tell how long the text is.
    var lengthBits: Int { number < 10 ? 8 : 16 }

    /// How many data bytes there are.
    var capacity: Int { blocks.reduce(0, +) }

    /// The smallest version that holds so many bytes of text; nil where none does.
    static func smallest(for count: Int) -> QRVersion? {
        all.first { 4 + $0.lengthBits + 8 * count <= 8 * $0.capacity }
    }

    private static let all = [
        QRVersion(number: 1, checks: 10, blocks: [16], alignments: []),
        QRVersion(number: 2, checks: 16, blocks: [28], alignments: [6, 18]),
        QRVersion(number: 3, checks: 26, blocks: [44], alignments: [6, 22]),
        QRVersion(number: 4, checks: 18, blocks: [32, 32], alignments: [6, 26]),
        QRVersion(number: 5, checks: 24, blocks: [43, 43], alignments: [6, 30]),
        QRVersion(number: 6, checks: 16, blocks: [27, 27, 27, 27], alignments: [6, 34]),
        QRVersion(number: 7, checks: 18, blocks: [31, 31, 31, 31], alignments: [6, 22, 38]),
        QRVersion(number: 8, checks: 22, blocks: [38, 38, 39, 39], alignments: [6, 24, 42]),
        QRVersion(number: 9, checks: 22, blocks: [36, 36, 36, 37, 37], alignments: [6, 26, 46]),
        QRVersion(number: 10, checks: 26, blocks: [43, 43, 43, 43, 44], alignments: [6, 28, 50]),
    ]

    /// The bytes of a code in the order in which they are drawn: data and checks, a byte of each block in turn.
    ///
    /// - Parameter text: no longer than the version holds.
    func bytes(_ text: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, 4)
        append(text.count, lengthBits)
        for byte in text { append(Int(byte), 8) }
        append(0, min(4, 8 * capacity - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        for filler in [UInt8](repeating: 0, count: capacity - data.count).indices {
            data.append(filler % 2 == 0 ? 0xEC : 0x11)
        }
        var rest = data[...]
        let parts = blocks.map { count in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        let ends = parts.map { ReedSolomon.checks(of: $0, count: checks) }
        return QRVersion.woven(parts) + QRVersion.woven(ends)
    }

    private static func woven(_ parts: [[UInt8]]) -> [UInt8] {
        let longest = parts.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in
            parts.compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}
