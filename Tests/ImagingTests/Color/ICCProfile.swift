import Foundation

/// Makes ICC display profiles with primaries and a gamma.
///
/// Source: ICC.1:2001-04 (version 2), sections 6.1 (header), 6.3 (tags), 6.5.2 (curve), 6.5.17 (text).
struct ICCProfile {
    /// The primaries' XYZ, adapted to D50.
    var primaries: [[Double]]
    var gamma: Double
    var space = "RGB "
    /// Zeros after the last tag, which count as part of the profile.
    var padding = 0

    /// Source: Adobe RGB (1998) Color Image Encoding, section 4.3.6.
    static let adobeRGB = ICCProfile(
        primaries: [
            [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
        ], gamma: 563.0 / 256)

    /// Source: ISO 22028-2 (ROMM RGB), whose white is D50 itself.
    static let proPhoto = ICCProfile(
        primaries: [[0.79767, 0.28804, 0], [0.13519, 0.71188, 0], [0.03134, 0.00009, 0.82491]],
        gamma: 1.8)

    static func gray(gamma: Double) -> ICCProfile {
        ICCProfile(primaries: [], gamma: gamma, space: "GRAY")
    }

    /// The profile's bytes.
    var bytes: [UInt8] {
        let white = [0.9642, 1, 0.8249]
        var tags: [(String, [UInt8])] = [("wtpt", xyz(white))]
        let curve = Array("curv".utf8) + long(0) + long(1) + word(UInt16(gamma * 256)) + [0, 0]
        if space == "GRAY" {
            tags.append(("kTRC", curve))
        } else {
            for (name, values) in zip(["rXYZ", "gXYZ", "bXYZ"], primaries) {
                tags.append((name, xyz(values)))
            }
            for name in ["rTRC", "gTRC", "bTRC"] { tags.append((name, curve)) }
        }
        var offset = 128 + 4 + tags.count * 12
        var table = long(tags.count)
        for (name, data) in tags {
            table += Array(name.utf8) + long(offset) + long(data.count)
            offset += data.count
        }
        let length = offset + padding
        var header = long(length) + Array("    ".utf8) + [2, 0x10, 0, 0]
        header += Array("mntr\(space)XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
        header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        header += white.flatMap(fixed) + [UInt8](repeating: 0, count: 48)
        return header + table + tags.flatMap(\.1) + [UInt8](repeating: 0, count: padding)
    }

    /// A color of the profile in sRGB, each 0...255; clipped if outside the gamut.
    ///
    /// Source: IEC 61966-2-1; the matrix is the inverse of sRGB's primaries adapted to D50 (Bradford).
    func sRGB(_ color: [Int]) -> [Int] {
        let linear = color.map { pow(Double($0) / 255, Double(UInt16(gamma * 256)) / 256) }
        let xyz = (0..<3).map { axis in
            zip(primaries, linear).reduce(0) { $0 + $1.0[axis] * $1.1 }
        }
        let matrix = [
            [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
            [0.0719453, -0.2289914, 1.4052427],
        ]
        return matrix.map { row in
            let value = min(max(zip(row, xyz).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1)
            let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
            return Int((encoded * 255).rounded())
        }
    }

    private func xyz(_ values: [Double]) -> [UInt8] {
        Array("XYZ ".utf8) + long(0) + values.flatMap(fixed)
    }

    private func fixed(_ value: Double) -> [UInt8] { long(Int((value * 65536).rounded())) }

    private func long(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) }
    }

    private func word(_ value: UInt16) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
