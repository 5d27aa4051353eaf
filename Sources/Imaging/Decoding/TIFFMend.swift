/// Makes a TIFF that was cut short one that decoders read: zeros take the place of what is missing.
///
/// That goes for pixels that are not compressed, which is what scanners and editors write first of all; of
/// others, decoders do not read a strip that is not whole.
enum TIFFMend {
    /// The whole file; nil where less than a row of pixels is there, where they are compressed, and where
    /// nothing of the first page is missing.
    static func whole(
        of bytes: UnsafeRawBufferPointer, within limits: DecodeLimits
    ) -> [UInt8]? {
        guard var reader = TIFFReader(ByteWindow(bytes)),
            let page = try? reader.directory(at: reader.first),
            reader.number(page[.compression]) ?? 1 == 1,
            let height = reader.number(page[.height]), height > 0,
            let offsets = try? reader.numbers(page[.tileOffsets] ?? page[.stripOffsets]),
            let lengths = try? reader.numbers(page[.tileLengths] ?? page[.stripLengths]),
            offsets.count == lengths.count
        else { return nil }
        var end = bytes.count
        var (there, all) = (0.0, 0.0)
        for (offset, length) in zip(offsets, lengths) {
            let (sum, isTooLarge) = offset.addingReportingOverflow(length)
            guard !isTooLarge, sum <= limits.maximumBytes else { return nil }
            end = max(end, sum)
            there += Double(max(0, min(length, bytes.count - offset)))
            all += Double(length)
        }
        guard end > bytes.count, there >= all / Double(height) else { return nil }
        return Array(bytes) + [UInt8](repeating: 0, count: end - bytes.count)
    }
}
