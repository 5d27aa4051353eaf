/// Check bytes of Reed and Solomon over the field of 256 elements that QR codes use.
///
/// Source: ISO/IEC 18004:2015, 7.5 and annex A: polynomial x^8 + x^4 + x^3 + x^2 + 1, generator 2.
enum ReedSolomon {
    /// The check bytes of data.
    static func checks(of data: [UInt8], count: Int) -> [UInt8] {
        let divisor = divisor(count)
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest[0]
            rest.removeFirst()
            rest.append(0)
            for (index, coefficient) in divisor.enumerated() {
                rest[index] ^= product(coefficient, factor)
            }
        }
        return rest
    }

    /// The coefficients of (x - 1)(x - 2)(x - 4)…, the highest, which is 1, left out.
    private static func divisor(_ degree: Int) -> [UInt8] {
        var divisor = [UInt8](repeating: 0, count: degree)
        divisor[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in divisor.indices {
                divisor[index] = product(divisor[index], root)
                if index + 1 < degree { divisor[index] ^= divisor[index + 1] }
            }
            root = product(root, 2)
        }
        return divisor
    }

    /// The product of two elements.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            if right >> bit & 1 == 1 { result ^= Int(left) }
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
