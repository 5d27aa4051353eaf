import Imaging

/// The difference between two pictures of one size.
struct PictureDifference: CustomStringConvertible {
    /// The mean of the absolute differences of all values.
    private(set) var mean = 0.0
    /// The share of values that differ by more than 16 of 255.
    private(set) var farShare = 0.0

    /// Nil if size or layout differ.
    init?(_ left: PixelBuffer, _ right: PixelBuffer) {
        guard left.layout == right.layout, left.width == right.width, left.height == right.height
        else { return nil }
        var sum = 0
        var far = 0
        for (one, other) in zip(left.bytes, right.bytes) {
            let difference = abs(Int(one) - Int(other))
            sum += difference
            if difference > 16 { far += 1 }
        }
        mean = Double(sum) / Double(left.bytes.count)
        farShare = Double(far) / Double(left.bytes.count)
    }

    var description: String { "mean \(mean), share beyond 16: \(farShare)" }
}
