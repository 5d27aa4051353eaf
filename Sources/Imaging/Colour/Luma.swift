/// Computes luma from sRGB values, as JPEG has it.
///
/// Source: ITU-R BT.601, as JFIF has it.
enum Luma {
    /// The luma of each pixel of blue, green, red.
    static func ofBGR(_ bytes: [UInt8]) -> [UInt8] {
        let count = bytes.count / 3
        return [UInt8](unsafeUninitializedCapacity: count) { target, length in
            bytes.withUnsafeBufferPointer { source in
                for index in 0..<count {
                    let blue = UInt32(source[index * 3])
                    let green = UInt32(source[index * 3 + 1])
                    let red = UInt32(source[index * 3 + 2])
                    let luma = (299 * red + 587 * green + 114 * blue + 500) / 1000
                    target.initializeElement(at: index, to: UInt8(truncatingIfNeeded: luma))
                }
            }
            length = count
        }
    }
}
