/// Mixes the channels of a pixel: sRGB values (IEC 61966-2-1) as they are encoded, 0...255.
package struct ColourMatrix: Hashable, Sendable {
    /// Shares of red, green and blue, and what is added to their sum.
    package struct Row: Hashable, Sendable {
        /// The share of red.
        package let red: Double
        /// The share of green.
        package let green: Double
        /// The share of blue.
        package let blue: Double
        /// What is added, in values of 0...255.
        package let offset: Double

        /// Makes a row.
        package init(_ red: Double, _ green: Double, _ blue: Double, offset: Double = 0) {
            self.red = red
            self.green = green
            self.blue = blue
            self.offset = offset
        }
    }

    /// What makes the new red.
    package let red: Row
    /// What makes the new green.
    package let green: Row
    /// What makes the new blue.
    package let blue: Row

    /// Makes a matrix of its rows.
    package init(red: Row, green: Row, blue: Row) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Makes the matrix that turns colours into one grey.
    package init(luma row: Row) {
        self.init(red: row, green: row, blue: row)
    }

    /// The rows for blue, green and red, each with its factors in that order and its offset, in units of
    /// 1/16384.
    var fixed: [Int32] {
        [blue, green, red].flatMap { row in
            [row.blue, row.green, row.red, row.offset].map { Int32(($0 * 16384).rounded()) }
        }
    }

    /// Whether greys stay greys.
    var keepsGrey: Bool {
        let sums = [red, green, blue].map { $0.red + $0.green + $0.blue }
        let isEven = sums.allSatisfy { abs($0 - sums[0]) < 0.0005 }
        return isEven && red.offset == green.offset && green.offset == blue.offset
    }
}
