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
    package static let version = 2
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
        hash = LookTransform.hash(
            LookTransform.whole.coefficients(of: LookTransform.luma(of: pixels)), turn: 0)
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
}

extension ThumbnailSource {
    /// True if a larger decode has no other look: that of a narrow picture needs more pixels than
    /// small thumbnails.
    package var isEnoughForLook: Bool {
        min(decodedWidth, decodedHeight) >= PictureLook.side || decodedWidth >= width
    }

    /// Returns the look of the whole picture; nil for pictures that are too small or plain.
    ///
    /// - Throws: `ImagingError` in the same cases as `PixelPyramid.reduced(width:height:)`.
    package mutating func look() throws(ImagingError) -> PictureLook? {
        let side = PictureLook.side
        guard min(decodedWidth, decodedHeight) >= side else { return nil }
        // Areas are averaged last, as bilinear weights result in other details for each size.
        let reduced = try reduced(as: .bgr, width: 4 * side, height: 4 * side)
        return PictureLook(try reduced.pixels.averaged(width: side, height: side))
    }
}

/// The cosine transform of a part of a look's luma, as if that part were the whole picture.
///
/// A turn is a number: 1 mirrors left and right, 2 swaps top and bottom, and 4 then swaps rows and
/// columns; numbers from 0 to 7 combine them.
struct LookTransform: Sendable {
    /// The transform of the whole picture.
    static let whole = LookTransform(left: 0, right: 0, top: 0, bottom: 0)

    /// The number of frequencies in each direction.
    private static let frequencies = 11
    /// The number of coefficients in a row, of which the last are not used: a multiple of 4 is
    /// faster.
    private static let rowLength = 12

    /// The frequencies of each bit of a hash: by their sum, without the mean, which is (0, 0), and
    /// the last one on the diagonal, so that swapping rows and columns is possible.
    private static let bits: [(down: Int, across: Int)] = (1..<frequencies).flatMap { sum in
        (0...sum).map { ($0, sum - $0) }.filter { sum < 10 || $0.0 != $0.1 }
    }

    /// The positions of the coefficients of a hash's bits, for one turn after the other.
    private static let positions: [Int] = (0..<8).flatMap { turn in
        bits.map { down, across in
            turn & 4 == 0 ? down * rowLength + across : across * rowLength + down
        }
    }

    /// 1, or -1 for a coefficient whose sign changes, for one turn after the other.
    private static let signs: [Float] = (0..<8).flatMap { turn in
        bits.map { down, across in
            let (down, across) = turn & 4 == 0 ? (down, across) : (across, down)
            return (turn & across & 1 == 0 ? 1 : -1) * (turn >> 1 & down & 1 == 0 ? 1 : -1)
        }
    }

    /// The bit with the frequencies swapped, of each bit.
    private static let swapped = bits.map { bit in
        bits.firstIndex { $0.down == bit.across && $0.across == bit.down } ?? 0
    }

    /// The weights of the rows, for one vertical frequency after the other.
    private let down: [Float]
    /// The weights of the horizontal frequencies, for one column after the other.
    private let across: [Float]

    /// Creates the transform of a picture without a part of its width and height at each edge.
    init(left: Double, right: Double, top: Double, bottom: Double) {
        down = Self.weights(from: top, to: 1 - bottom).flatMap(\.self)
        let columns = Self.weights(from: left, to: 1 - right)
        across = (0..<PictureLook.side).flatMap { column in
            (0..<Self.rowLength).map { $0 < Self.frequencies ? columns[$0][column] : 0 }
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

    /// The luma of a look, row by row.
    static func luma(of pixels: [UInt8]) -> [Float] {
        pixels.prefix(PictureLook.side * PictureLook.side).map { Float($0) }
    }

    /// The coefficients of a picture, by vertical frequency.
    func coefficients(of luma: [Float]) -> [Float] { coefficients(ofReduced: reduced(luma)) }

    /// The first half of the work, which transforms with the same top and bottom share.
    func reduced(_ luma: [Float]) -> [Float] {
        Self.product(down, luma, Self.frequencies, PictureLook.side, PictureLook.side)
    }

    /// The second half of the work.
    func coefficients(ofReduced rows: [Float]) -> [Float] {
        Self.product(rows, across, Self.frequencies, PictureLook.side, Self.rowLength)
    }

    /// The product of two matrices with `rows * count` and `count * columns` elements; the order of
    /// the additions is fixed, so that results are the same on all machines.
    private static func product(
        _ left: [Float], _ right: [Float], _ rows: Int, _ count: Int, _ columns: Int
    ) -> [Float] {
        [Float](unsafeUninitializedCapacity: rows * columns) { result, initialized in
            result.initialize(repeating: 0)
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { right in
                    for row in 0..<rows {
                        for index in 0..<count {
                            let factor = left[row * count + index]
                            for column in 0..<columns {
                                result[row * columns + column] +=
                                    factor * right[index * columns + column]
                            }
                        }
                    }
                }
            }
            initialized = rows * columns
        }
    }

    /// The coefficient of a bit after a turn.
    static func value(_ bit: Int, of coefficients: [Float], turn: Int) -> Float {
        coefficients[positions[turn * 64 + bit]] * signs[turn * 64 + bit]
    }

    /// The hash of the coefficients of a picture after a turn.
    static func hash(_ coefficients: [Float], turn: Int) -> UInt64 {
        var hash: UInt64 = 0
        for bit in 0..<64 where value(bit, of: coefficients, turn: turn) > 0 {
            hash |= 1 << UInt64(bit)
        }
        return hash
    }

    /// The hash of a picture after a turn.
    static func turned(_ hash: UInt64, by turn: Int) -> UInt64 {
        var turned: UInt64 = 0
        for bit in 0..<64 {
            let old = hash >> UInt64(turn & 4 == 0 ? bit : swapped[bit]) & 1
            turned |= (signs[turn * 64 + bit] < 0 ? old ^ 1 : old) << UInt64(bit)
        }
        return turned
    }
}
