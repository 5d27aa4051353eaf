/// The integers of the index, which are little-endian.
extension UnsafeRawBufferPointer {
    // The callers have checked that the bytes are there.
    func integer16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func integer32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func signed32(at offset: Int) -> Int32 { Int32(bitPattern: integer32(at: offset)) }

    func integer64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
