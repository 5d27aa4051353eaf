/// Writes the numbers of XMP properties.
enum XMPNumber {
    /// A fraction of a picture in at most 9 decimals: exact to a ten-thousandth of a pixel.
    static func fraction(_ number: Double) -> String { decimal((number * 1e9).rounded() / 1e9) }

    /// The shortest plain decimal that reads back as the same number.
    static func decimal(_ number: Double) -> String {
        var buffer = OutputBuffer(capacity: 64)
        buffer.append(decimal: number)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }
}
