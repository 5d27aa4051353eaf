extension OutputBuffer {
    /// Appends a whole number in decimal digits.
    mutating func append(number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digits: number.magnitude, atLeast: 1)
    }

    /// Appends decimal digits with leading zeros up to `width`, at most 20.
    mutating func append(digits number: UInt64, atLeast width: Int) {
        var rest = number
        var length = 1
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        length = max(length, width)
        write(length) { start in
            var rest = number
            var index = length
            while index > 0 {
                index -= 1
                start[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return length
        }
    }

    /// Appends the shortest plain decimal that reads back as the same number, never with an
    /// exponent.
    ///
    /// Whole numbers have no fraction, and minus zero is `0`. Nothing is appended for a number that
    /// is not finite; the caller decides what stands for it.
    mutating func append(decimal number: Double) {
        guard number.isFinite else { return }
        // A number of at most 15 significant digits is the correctly rounded quotient of two exact
        // numbers, so the digits found here read back as it, and no shorter ones do.
        let scaled = (number.magnitude * 1e7).rounded()
        if scaled < 1e15, scaled / 1e7 == number.magnitude {
            if number < 0 { append(UInt8(ascii: "-")) }
            append(tenMillionths: UInt64(scaled))
        } else {
            append(expanding: number.description)
        }
    }

    private mutating func append(tenMillionths scaled: UInt64) {
        append(digits: scaled / 10_000_000, atLeast: 1)
        var fraction = scaled % 10_000_000
        guard fraction > 0 else { return }
        var width = 7
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        append(UInt8(ascii: "."))
        append(digits: fraction, atLeast: width)
    }

    /// Appends `[-]d.ddde±xx` or `[-]ddd.ddd` as a plain decimal.
    private mutating func append(expanding text: String) {
        var mantissa = Array(text.utf8)
        var exponent = 0
        if let mark = mantissa.firstIndex(of: UInt8(ascii: "e")) {
            exponent = Int(String(decoding: mantissa[(mark + 1)...], as: UTF8.self)) ?? 0
            mantissa.removeSubrange(mark...)
        }
        if mantissa.first == UInt8(ascii: "-") { append(mantissa.removeFirst()) }
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
        var digits = mantissa.filter { $0 != UInt8(ascii: ".") }
        let wholeCount = point + exponent
        let zero = UInt8(ascii: "0")
        if wholeCount <= 0 {
            digits.insert(contentsOf: [UInt8](repeating: zero, count: 1 - wholeCount), at: 0)
        } else if wholeCount > digits.count {
            digits += [UInt8](repeating: zero, count: wholeCount - digits.count)
        }
        let whole = max(wholeCount, 1)
        append(Array(digits[..<whole]))
        let fraction = digits[whole...]
        guard let last = fraction.lastIndex(where: { $0 != zero }) else { return }
        append(UInt8(ascii: "."))
        append(Array(fraction[...last]))
    }
}
