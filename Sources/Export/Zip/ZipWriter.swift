package import Basics
package import GalleryModel

/// Writes an uncompressed ZIP file entry by entry, with the layout of `StoredZip`.
///
/// A writer released before `finish` leaves an invalid file: write to a temporary name, rename it
/// after `finish` and remove it on failure.
package struct ZipWriter: ~Copyable {
    private let file: Descriptor
    private var directory = ZipDirectory()

    /// Creates an archive; an existing file is overwritten.
    ///
    /// - Throws: `cannotWrite` if the file cannot be created.
    package init(path: BytePath) throws(ExportError) {
        do throws(FileError) {
            file = try Descriptor(path, for: .writing, [.create, .truncate], permissions: 0o666)
        } catch { throw .cannotWrite(error) }
    }

    /// Appends an entry.
    ///
    /// - Parameters:
    ///   - name: a relative path with slashes, as `UniqueNames` returns, at most 65,535 bytes of
    ///     UTF-8.
    ///   - date: the date of the file.
    /// - Throws: `cannotWrite`.
    package mutating func append(name: String, bytes: [UInt8], date: ZipDate) throws(ExportError) {
        let entry = StoredZip.Entry(
            name: name, byteCount: bytes.count,
            checksum: bytes.withUnsafeBytes { CRC32.checksum($0) }, date: date)
        try write(directory.add(entry))
        try write(bytes)
    }

    /// Writes the directory of the archive and closes the file.
    ///
    /// - Throws: `cannotWrite`, such as for a full disk.
    package consuming func finish() throws(ExportError) { try write(directory.bytes) }

    private func write(_ bytes: [UInt8]) throws(ExportError) {
        do throws(FileError) { try file.write(bytes) } catch { throw .cannotWrite(error) }
    }
}

/// The directory of an uncompressed archive that is written entry by entry, with the layout of
/// `StoredZip`.
package struct ZipDirectory: Sendable {
    private var records: [UInt8] = []
    private var count = 0
    private var offset = 0

    /// Creates the directory of an empty archive.
    package init() {}

    /// Adds an entry and returns its header, which precedes the bytes of its file.
    package mutating func add(_ entry: StoredZip.Entry) -> [UInt8] {
        let header = StoredZip.header(entry)
        records += StoredZip.record(entry, at: offset)
        offset += header.count + entry.byteCount
        count += 1
        return header
    }

    /// The end of the archive, which follows the last file.
    package var bytes: [UInt8] {
        records + StoredZip.end(count: count, directory: offset, length: records.count)
    }
}

/// The date of a file in a ZIP archive: local time without a zone, and the instant if known.
///
/// Sources: PKWARE, APPNOTE.TXT 6.3.10, section 4.4.6; Info-ZIP's extrafld.txt, "Extended Timestamp
/// Extra Field"
package struct ZipDate: Hashable, Sendable, CustomStringConvertible {
    /// The date and time in DOS format with a resolution of two seconds; never 0.
    package let clock: UInt32
    /// Seconds since 1970-01-01 UTC; nil if the UTC offset is unknown.
    package let instant: Int32?

    /// Creates the date from the date taken of a photo, by its camera's clock.
    ///
    /// A month or year gives its start. Dates are clamped to 1980...2107, the range of DOS, and an
    /// unknown date is 1980-01-01, so that the same photos always give the same archive.
    ///
    /// - Parameter details: the details that may be revealed; nil for a file without a date.
    package init(_ details: PhotoDetails?) {
        let taken = details.flatMap(TakenDate.init)
        // 1980-01-01 to 2107-12-31 23:59:58.
        let date = CivilDate(unixSeconds: min(max(taken?.seconds ?? 0, 315_532_800), 4_354_819_198))
        let day = UInt32(date.year - 1980) << 9 | UInt32(date.month) << 5 | UInt32(date.day)
        let time = UInt32(date.hour) << 11 | UInt32(date.minute) << 5 | UInt32(date.second) / 2
        clock = day << 16 | time
        let offset = details?.offsetTimeOriginal.flatMap(DateScanner.exactOffset(in:))
        if let taken, let offset, taken.precision == .second {
            instant = Int32(exactly: taken.seconds - Int64(offset))
        } else {
            instant = nil
        }
    }

    /// A text that is unique for each date.
    package var description: String { instant.map { "\(clock) \($0)" } ?? "\(clock)" }

    /// The extra field with the instant in seconds, independent of the zone; empty without one.
    var extra: [UInt8] {
        guard let instant else { return [] }
        return [0x55, 0x54, 5, 0, 1] + withUnsafeBytes(of: instant.littleEndian) { Array($0) }
    }
}
