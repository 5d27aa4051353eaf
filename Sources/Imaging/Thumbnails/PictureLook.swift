internal import Glibc

/// The look of a picture: a small copy and a hash, which other sizes, encodings and small crops of
/// the picture resemble, also turned and mirrored.
///
/// The hash consists of the signs of 64 coefficients of a cosine transform, the lowest frequencies
/// first. Turning a picture changes only signs and the order of the coefficients, so that the hashes
/// of all eight turns follow from one.
///
/// Source: C. Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions (2010),
/// section 3.2 (DCT based hash); here with more coefficients, and without the mean and the median.
package struct PictureLook: Hashable, Sendable {
    /// The version, increased whenever the same picture results in another look.
    package static let version = 1
    /// Pixels across and down of the small copy.
    static let side = 32
    /// Fields across and down whose mean colors are kept.
    static let colorSide = 4
    /// The minimum contrast of a picture with a look, as the standard deviation of its luma without
    /// a gradient: plain walls and night skies all look the same.
    private static let minimumDetail: Float = 2

    /// The small copy: `side * side` bytes of luma, then `colorSide * colorSide` bytes each of blue
    /// and red difference plus 128; row-major.
    package let pixels: [UInt8]
    /// Bit number n is the sign of coefficient n: 1 if it is positive.
    package let hash: UInt64

    /// Creates a look from its stored pixels; nil if their number is wrong.
    package init?(pixels: [UInt8]) {
        guard pixels.count == Self.side * Self.side + 2 * Self.colorSide * Self.colorSide else {
            return nil
        }
        self.pixels = pixels
        let coefficients = LookTransform.whole.coefficients(of: LookTransform.rows(of: pixels))
        hash = Self.hash(coefficients, turn: 0)
    }

    /// Creates the look of a picture that was reduced to `side * side` pixels; nil if it has
    /// another size or too little contrast.
    init?(_ picture: PixelBuffer) {
        let side = Self.side
        guard picture.width == side, picture.height == side else { return nil }
        let channels = picture.layout.rawValue
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side + 2 * Self.colorSide * Self.colorSide)
        let fields = Self.colorSide * Self.colorSide
        // Sums of blue and red minus luma in each field.
        var differences = [Int](repeating: 0, count: 2 * fields)
        let fieldSide = side / Self.colorSide
        for index in 0..<(side * side) {
            let start = index * channels
            let blue = Int(picture.bytes[start])
            let green = Int(picture.bytes[start + (channels == 3 ? 1 : 0)])
            let red = Int(picture.bytes[start + (channels == 3 ? 2 : 0)])
            // Source: ITU-R BT.601, in 256ths.
            let luma = (77 * red + 150 * green + 29 * blue + 128) >> 8
            pixels.append(UInt8(clamping: luma))
            let field = index / side / fieldSide * Self.colorSide + index % side / fieldSide
            differences[field] += blue - luma
            differences[fields + field] += red - luma
        }
        for (index, sum) in differences.enumerated() {
            let mean = Float(sum) / Float(fieldSide * fieldSide)
            pixels.append(
                UInt8(clamping: Int((mean * (index < fields ? 0.564 : 0.713)).rounded()) + 128))
        }
        self.init(pixels: pixels)
        guard LookPlanes(self, turn: 0).detail >= Self.minimumDetail else { return nil }
    }

    /// The number of bits that differ in two hashes, in the turn of a picture with the fewest.
    package static func distance(_ hash: UInt64, _ other: UInt64) -> Int {
        (0..<8).map { (hash ^ LookTransform.turned(other, by: $0)).nonzeroBitCount }.min() ?? 0
    }

    /// The hash of the coefficients of a picture after a turn.
    static func hash(_ coefficients: LookTransform.Coefficients, turn: Int) -> UInt64 {
        var hash: UInt64 = 0
        for bit in 0..<64 where LookTransform.value(bit, of: coefficients, turn: turn) > 0 {
            hash |= 1 << UInt64(bit)
        }
        return hash
    }
}

extension ThumbnailSource {
    /// Returns the look of the whole picture; nil for pictures that are too small or plain.
    ///
    /// - Throws: `ImagingError` in the same cases as `PixelBuffer.reduced(width:height:)`.
    package mutating func look() throws(ImagingError) -> PictureLook? {
        let side = PictureLook.side
        guard min(decodedWidth, decodedHeight) >= side else { return nil }
        return PictureLook(try reduced(as: .bgr, width: side, height: side).pixels)
    }
}

/// The cosine transform of a part of a look's luma, as if that part were the whole picture.
///
/// A turn is a number: 1 mirrors left and right, 2 swaps top and bottom, and 4 then swaps rows and
/// columns; numbers from 0 to 7 combine them.
struct LookTransform: Sendable {
    /// The luma, row by row.
    typealias Rows = [SIMD32<Float>]
    /// Coefficients by vertical frequency; the lanes are horizontal frequencies.
    typealias Coefficients = [SIMD16<Float>]

    /// The transform of the whole picture.
    static let whole = LookTransform(left: 0, right: 0, top: 0, bottom: 0)

    /// The number of frequencies in each direction.
    private static let frequencies = 11

    /// The frequencies of each bit of a hash: by their sum, without the mean, which is (0, 0), and
    /// the last one on the diagonal, so that swapping rows and columns is possible.
    static let frequenciesOfBits: [(down: Int, across: Int)] = (1..<frequencies).flatMap { sum in
        (0...sum).map { ($0, sum - $0) }.filter { sum < 10 || $0.0 != $0.1 }
    }

    /// The bits whose horizontal frequency is odd.
    private static let oddAcross = mask { $0.across % 2 == 1 }
    /// The bits whose vertical frequency is odd.
    private static let oddDown = mask { $0.down % 2 == 1 }
    /// The bit with the frequencies swapped, of each bit.
    private static let transposed = frequenciesOfBits.map { bit in
        frequenciesOfBits.firstIndex { $0.down == bit.across && $0.across == bit.down } ?? 0
    }

    private static func mask(_ isSet: ((down: Int, across: Int)) -> Bool) -> UInt64 {
        frequenciesOfBits.enumerated().reduce(0) {
            $0 | (isSet($1.element) ? 1 << UInt64($1.offset) : 0)
        }
    }

    /// The weights of the rows, for each vertical frequency.
    private let down: [[Float]]
    /// The weights of each column; the lanes are horizontal frequencies.
    private let across: [SIMD16<Float>]

    /// Creates the transform of a picture without a part of its width and height at each edge.
    init(left: Double, right: Double, top: Double, bottom: Double) {
        down = Self.weights(from: top, to: 1 - bottom)
        let columns = Self.weights(from: left, to: 1 - right)
        across = (0..<PictureLook.side).map { column in
            var lanes = SIMD16<Float>()
            for frequency in 0..<Self.frequencies { lanes[frequency] = columns[frequency][column] }
            return lanes
        }
    }

    /// The cosines of a part that is resampled, each new pixel being the mean of the area that it
    /// covers, as weights of the stored pixels.
    private static func weights(from start: Double, to end: Double) -> [[Float]] {
        let side = PictureLook.side
        let step = end - start
        return (0..<frequencies).map { frequency in
            var weights = [Double](repeating: 0, count: side)
            for new in 0..<side {
                let cosine = cos(.pi * Double((2 * new + 1) * frequency) / Double(2 * side))
                let low = start * Double(side) + Double(new) * step
                for old in 0..<side {
                    let covered = min(low + step, Double(old + 1)) - max(low, Double(old))
                    if covered > 0 { weights[old] += cosine * covered / step }
                }
            }
            return weights.map { Float($0) }
        }
    }

    /// The luma of a look.
    static func rows(of pixels: [UInt8]) -> Rows {
        (0..<PictureLook.side).map { row in
            var lanes = SIMD32<UInt8>()
            for column in 0..<PictureLook.side {
                lanes[column] = pixels[row * PictureLook.side + column]
            }
            return SIMD32<Float>(lanes)
        }
    }

    /// The coefficients of a picture.
    func coefficients(of rows: Rows) -> Coefficients { coefficients(ofReduced: reduced(rows)) }

    /// The first half of the work, which transforms with the same top and bottom share.
    func reduced(_ rows: Rows) -> Rows {
        down.map { weights in
            var sum = SIMD32<Float>()
            for (row, weight) in zip(rows, weights) { sum += row * weight }
            return sum
        }
    }

    /// The second half of the work.
    func coefficients(ofReduced rows: Rows) -> Coefficients {
        rows.map { row in
            var sum = SIMD16<Float>()
            for column in 0..<PictureLook.side { sum += across[column] * row[column] }
            return sum
        }
    }

    /// The coefficient of a bit after a turn.
    static func value(_ bit: Int, of coefficients: Coefficients, turn: Int) -> Float {
        let (down, across) = frequenciesOfBits[turn & 4 == 0 ? bit : transposed[bit]]
        let isNegative = (turn & across & 1) != (turn >> 1 & down & 1)
        return isNegative ? -coefficients[down][across] : coefficients[down][across]
    }

    /// The hash of a picture after a turn.
    static func turned(_ hash: UInt64, by turn: Int) -> UInt64 {
        let signs = (turn & 1 == 0 ? 0 : oddAcross) ^ (turn & 2 == 0 ? 0 : oddDown)
        let changed = hash ^ signs
        guard turn & 4 != 0 else { return changed }
        var swapped: UInt64 = 0
        for (bit, other) in transposed.enumerated() {
            swapped |= (changed >> UInt64(other) & 1) << UInt64(bit)
        }
        return swapped
    }
}
