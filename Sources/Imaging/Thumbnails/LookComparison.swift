/// The forms of a look in an index: one as stored, and those of all pictures that can look the same.
extension PictureLook {
    /// The largest share of a width or height that duplicates lack at an edge.
    private static let crop = 0.05
    /// The share of the largest coefficient below which a sign can differ between duplicates.
    private static let doubt: Float = 0.12
    /// The bits of a hash that select its part of an index; the first two are the same in all
    /// canonical hashes.
    package static let keyBits = 2..<18
    /// The bits of a key, the least certain ones, that can differ, one at a time.
    private static let uncertainBits = 6

    /// The transforms of the picture and of its crops, by their shares at the top and bottom; those
    /// with the same shares share half of the work.
    private static let crops: [[LookTransform]] =
        [0, crop].flatMap { top in
            [0, crop].map { bottom in
                [0, crop].flatMap { left in
                    [0, crop].map { LookTransform(left: left, right: $0, top: top, bottom: bottom) }
                }
            }
        } + [
            [LookTransform(left: crop / 2, right: crop / 2, top: crop / 2, bottom: crop / 2)]
        ]

    /// The hash of the turn in which the first horizontal and vertical coefficients are positive and
    /// the horizontal one is larger, and that turn.
    package var canonical: (hash: UInt64, turn: Int) {
        let coefficients = LookTransform.whole.coefficients(of: LookTransform.luma(of: pixels))
        let across = LookTransform.value(0, of: coefficients, turn: 0)
        let down = LookTransform.value(1, of: coefficients, turn: 0)
        let turn = (across < 0 ? 1 : 0) | (down < 0 ? 2 : 0) | (abs(across) < abs(down) ? 4 : 0)
        return (LookTransform.hash(coefficients, turn: turn), turn)
    }

    /// Passes the canonical hashes that duplicates of the picture, and crops of it, can have.
    ///
    /// A duplicate that is larger than this picture is found by the crops of the duplicate.
    ///
    /// - Parameter body: receives a hash that differs from a duplicate's in a few bits, the turn of
    ///   this picture that has it, and a key bit to invert, or 0.
    package func forEachProbe(_ body: (_ hash: UInt64, _ turn: Int, _ inverted: UInt64) -> Void) {
        let luma = LookTransform.luma(of: pixels)
        for transforms in Self.crops {
            let reduced = transforms[0].reduced(luma)
            for transform in transforms {
                let coefficients = transform.coefficients(ofReduced: reduced)
                // The first bits are those of the first horizontal and vertical coefficients.
                let (across, down) = (
                    LookTransform.value(0, of: coefficients, turn: 0),
                    LookTransform.value(1, of: coefficients, turn: 0)
                )
                let doubt = max(abs(across), abs(down)) * Self.doubt
                for turn in 0..<8 {
                    let first = LookTransform.value(0, of: coefficients, turn: turn)
                    let second = LookTransform.value(1, of: coefficients, turn: turn)
                    guard first >= -doubt, second >= -doubt, abs(first) >= abs(second) - doubt
                    else { continue }
                    let hash = LookTransform.hash(coefficients, turn: turn)
                    body(hash, turn, 0)
                    var tried: UInt64 = 0
                    for _ in 0..<Self.uncertainBits {
                        var next = (bit: UInt64(0), size: Float.infinity)
                        for bit in Self.keyBits where tried >> UInt64(bit) & 1 == 0 {
                            let size = abs(LookTransform.value(bit, of: coefficients, turn: turn))
                            if size < next.size { next = (1 << UInt64(bit), size) }
                        }
                        tried |= next.bit
                        body(hash, turn, next.bit)
                    }
                }
            }
        }
    }

    /// Compares two pictures; nil unless they look the same, except for their sizes, encodings and a
    /// small crop of one of them.
    ///
    /// The limits were chosen with pictures whose duplicates and similar pictures are known: see
    /// docs/decisions/0025-duplicates.md.
    ///
    /// - Parameters:
    ///   - turn: the turn of this picture.
    ///   - other: the other picture.
    ///   - otherTurn: the turn of the other picture.
    /// - Returns: the share of the contrast that differs.
    package func difference(turn: Int, from other: PictureLook, turn otherTurn: Int) -> Float? {
        let left = LookPlanes(self, turn: turn)
        let right = LookPlanes(other, turn: otherTurn)
        let detail = min(left.detail, right.detail)
        let colors = left.colorDifference(to: right)
        // A crop moves strong colors to neighboring fields.
        guard detail > 0, colors <= max(6, 0.4 * max(left.saturation, right.saturation)) else {
            return nil
        }
        for (from, to) in [(left, right), (right, left)] {
            guard let found = LookAlignment(of: to, in: from, detail: detail) else { continue }
            if found.isWhole {
                // Small differences are noise, however plain the picture is.
                let noise = max(0.035 * detail, min(1, 0.15 * detail))
                let peak = max(0.2 * detail, min(3, 0.5 * detail))
                if found.difference <= noise, found.peak <= peak, colors <= 2.5 {
                    return found.difference / detail
                }
            } else if found.isCrop, found.difference <= 0.1 * detail, found.peak <= 0.4 * detail {
                return found.difference / detail
            }
        }
        return nil
    }
}

/// The planes of a look that are compared, after a turn.
struct LookPlanes {
    /// The luma without its finest detail, which depends on the pixels' grid; row-major.
    let luma: [Float]
    /// The blue and the red differences.
    private let colors: [Float]
    /// The standard deviation of the luma without its gradient.
    let detail: Float

    /// Creates the planes of a look.
    init(_ look: PictureLook, turn: Int) {
        let pixels = PictureLook.side * PictureLook.side
        let fields = PictureLook.colorSide * PictureLook.colorSide
        let turned = Self.turned(look.pixels[..<pixels], PictureLook.side, turn)
        // Rows, then columns.
        luma = Self.columnsBlurred(Self.columnsBlurred(turned))
        colors =
            Self.turned(look.pixels[pixels..<(pixels + fields)], PictureLook.colorSide, turn)
            + Self.turned(look.pixels[(pixels + fields)...], PictureLook.colorSide, turn)
        detail = Self.detail(luma)
    }

    /// The root mean square of the distances of colors from gray.
    var saturation: Float { Self.rootMeanSquare(colors.map { $0 - 128 }) }

    /// The root mean square of the differences of colors.
    func colorDifference(to other: LookPlanes) -> Float {
        Self.rootMeanSquare(zip(colors, other.colors).map { $0 - $1 })
    }

    private static func rootMeanSquare(_ values: [Float]) -> Float {
        (values.reduce(0) { $0 + $1 * $1 } / Float(values.count)).squareRoot()
    }

    /// The values of a square after a turn; see `LookTransform`.
    private static func turned(_ bytes: ArraySlice<UInt8>, _ side: Int, _ turn: Int) -> [Float] {
        // The positions of the first value and of those to the right and below.
        let (first, right, below) = (
            (turn & 1 == 0 ? 0 : side - 1) + (turn & 2 == 0 ? 0 : side * (side - 1)),
            turn & 1 == 0 ? 1 : -1, turn & 2 == 0 ? side : -side
        )
        let (across, down) = turn & 4 == 0 ? (right, below) : (below, right)
        return [Float](unsafeUninitializedCapacity: side * side) { result, count in
            bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<side {
                    for column in 0..<side {
                        let value = bytes[first + row * down + column * across]
                        result.initializeElement(at: row * side + column, to: Float(value))
                    }
                }
            }
            count = side * side
        }
    }

    /// The weighted means of pixels of a column, with rows and columns swapped.
    private static func columnsBlurred(_ values: [Float]) -> [Float] {
        let side = PictureLook.side
        return [Float](unsafeUninitializedCapacity: side * side) { result, count in
            values.withUnsafeBufferPointer { values in
                for row in 0..<side {
                    let rows = (-2...2).map { min(max(row + $0, 0), side - 1) * side }
                    for column in 0..<side {
                        let near = values[rows[1] + column] + values[rows[3] + column]
                        let far = values[rows[0] + column] + values[rows[4] + column]
                        result.initializeElement(
                            at: column * side + row,
                            to: (6 * values[rows[2] + column] + 4 * near + far) / 16)
                    }
                }
            }
            count = side * side
        }
    }

    private static func detail(_ luma: [Float]) -> Float {
        let side = PictureLook.side
        let mean = luma.reduce(0, +) / Float(luma.count)
        var (across, down, square, variance): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for (index, value) in luma.enumerated() {
            let x = Float(index % side) - Float(side - 1) / 2
            let y = Float(index / side) - Float(side - 1) / 2
            across += (value - mean) * x
            down += (value - mean) * y
            square += x * x
            variance += (value - mean) * (value - mean)
        }
        let gradient = (across * across + down * down) / square
        return (max(variance - gradient, 0) / Float(luma.count)).squareRoot()
    }
}

/// The part of a picture that looks most like another picture, and the remaining differences.
///
/// The part is found by least squares, starting with the whole picture.
/// Source: B. Lucas and T. Kanade, An Iterative Image Registration Technique (1981), with scales.
struct LookAlignment {
    /// The root mean square of the differences.
    private(set) var difference: Float = 0
    /// The largest difference.
    private(set) var peak: Float = 0
    /// The scale and the offset of the other picture in shares of the picture, for each direction.
    private var across: (scale: Float, offset: Float) = (1, 0)
    private var down: (scale: Float, offset: Float) = (1, 0)

    /// The shares by which each edge of the other picture is outside the picture.
    private var overhangs: [Float] {
        let (width, height) = (across.scale / 2 - 0.5, down.scale / 2 - 0.5)
        return [
            width - across.offset, width + across.offset, height - down.offset,
            height + down.offset,
        ]
    }

    /// True if both show the same part of the scene.
    var isWhole: Bool { overhangs.allSatisfy { abs($0) <= 0.008 } && isInside }

    /// True if one shows a slightly smaller part of the scene than the other.
    var isCrop: Bool { overhangs.allSatisfy { abs($0) <= 0.075 } && isInside }

    /// True if one of the pictures is inside the other: those of a moving camera are not.
    private var isInside: Bool {
        overhangs.allSatisfy { $0 <= 0.0035 } || overhangs.allSatisfy { $0 >= -0.0035 }
    }

    /// Aligns a picture with a part of another one; nil if they clearly differ.
    init?(of picture: LookPlanes, in other: LookPlanes, detail: Float) {
        for step in 0..<10 {
            guard let change = improve(picture.luma, other.luma) else { return nil }
            if difference > (step < 3 ? 1.1 : 0.5) * detail { return nil }
            if change < 0.0003 { break }
        }
        _ = improve(picture.luma, other.luma, isFinal: true)
    }

    /// Measures the differences, and improves the part unless it is final.
    ///
    /// - Returns: the largest change of a scale or offset; nil if the pictures do not overlap.
    private mutating func improve(
        _ picture: [Float], _ other: [Float], isFinal: Bool = false
    ) -> Float? {
        let side = PictureLook.side
        let last = Float(side - 2)
        var equations = LeastSquares()
        var (sum, peak, count): (Float, Float, Int) = (0, 0, 0)
        picture.withUnsafeBufferPointer { picture in
            other.withUnsafeBufferPointer { other in
                for row in 1..<(side - 1) {
                    let y = (Float(row) + 0.5) / Float(side) - 0.5
                    let top = (y * down.scale + down.offset + 0.5) * Float(side) - 0.5
                    guard top >= 1, top <= last else { continue }
                    for column in 1..<(side - 1) {
                        let x = (Float(column) + 0.5) / Float(side) - 0.5
                        let left = (x * across.scale + across.offset + 0.5) * Float(side) - 0.5
                        guard left >= 1, left <= last else { continue }
                        let sample = Sample(other, left, top)
                        let error = picture[row * side + column] - sample.value
                        sum += error * error
                        peak = max(peak, abs(error))
                        count += 1
                        if !isFinal {
                            equations.add(
                                SIMD4(
                                    sample.across * x, sample.across, sample.down * y, sample.down),
                                error)
                        }
                    }
                }
            }
        }
        guard count > 0 else { return nil }
        difference = (sum / Float(count)).squareRoot()
        self.peak = peak
        if isFinal { return 0 }
        let change = equations.solution.clamped(
            lowerBound: SIMD4(repeating: -0.05), upperBound: SIMD4(repeating: 0.05))
        across.scale = min(max(across.scale + change[0], 0.86), 1.16)
        across.offset = min(max(across.offset + change[1], -0.08), 0.08)
        down.scale = min(max(down.scale + change[2], 0.86), 1.16)
        down.offset = min(max(down.offset + change[3], -0.08), 0.08)
        return max(change.max(), -change.min())
    }
}

/// The value and the gradient of a small picture between its pixels, by bilinear interpolation.
private struct Sample {
    let value: Float
    /// The changes over the whole width and height at this rate.
    let across: Float
    let down: Float

    /// Creates the sample of a position at least one pixel inside the picture.
    init(_ pixels: UnsafeBufferPointer<Float>, _ left: Float, _ top: Float) {
        let side = PictureLook.side
        let column = min(Int(left), side - 3)
        let row = min(Int(top), side - 3)
        let (x, y) = (left - Float(column), top - Float(row))
        let start = row * side + column
        func mix(_ value: (Int) -> Float) -> Float {
            let above = value(start) * (1 - x) + value(start + 1) * x
            let below = value(start + side) * (1 - x) + value(start + side + 1) * x
            return above * (1 - y) + below * y
        }
        value = mix { pixels[$0] }
        across = mix { pixels[$0 + 1] - pixels[$0 - 1] } * Float(side) / 2
        down = mix { pixels[$0 + side] - pixels[$0 - side] } * Float(side) / 2
    }
}

/// Linear equations with four unknowns, solved by least squares.
private struct LeastSquares {
    private var rows = [SIMD4<Float>](repeating: SIMD4(), count: 4)
    private var right = SIMD4<Float>()

    /// Adds the equation that the product of the factors and the unknowns is a value.
    mutating func add(_ factors: SIMD4<Float>, _ value: Float) {
        for index in 0..<4 { rows[index] += factors * factors[index] }
        right += factors * value
    }

    /// The unknowns; those that the equations do not determine are small.
    var solution: SIMD4<Float> {
        var rows = rows
        var right = right
        for index in 0..<4 { rows[index][index] += rows[index][index] * 0.001 + 1 }
        // The matrix is symmetric and positive definite, so no pivots are needed.
        for index in 0..<4 {
            for other in 0..<4 where other != index {
                let factor = rows[other][index] / rows[index][index]
                rows[other] -= rows[index] * factor
                right[other] -= right[index] * factor
            }
        }
        return SIMD4(
            right[0] / rows[0][0], right[1] / rows[1][1], right[2] / rows[2][2],
            right[3] / rows[3][3])
    }
}
