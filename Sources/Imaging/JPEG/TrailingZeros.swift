import Glibc

extension UnsafeRawBufferPointer {
    /// Bytes compared at a time.
    private static let zeroBlockLength = 4096

    /// How many bytes there are up to the last that is not zero; some programs pad files with zeros.
    ///
    /// Where a block's first byte is zero and each byte equals the next, all are: the C library compares
    /// many bytes at a time, so that hundreds of megabytes of zeros cost a few milliseconds.
    var lengthWithoutTrailingZeros: Int {
        let step = Self.zeroBlockLength
        var length = count
        while length >= step, let start = baseAddress.map({ $0 + (length - step) }),
            self[length - step] == 0, memcmp(start, start + 1, step - 1) == 0
        {
            length -= step
        }
        while length > 0, self[length - 1] == 0 { length -= 1 }
        return length
    }
}
