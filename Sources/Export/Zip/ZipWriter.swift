package import Basics
internal import CMinizip
package import GalleryModel
import Glibc

/// Writes a ZIP file entry by entry.
///
/// Names are marked as UTF-8; ZIP64 is used for entries and archives over 4 GB. The same entries
/// give the same bytes. A writer released before `finish` leaves an invalid file: write to a
/// temporary name, rename it after `finish` and remove it on failure.
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 to 4.5.
package struct ZipWriter: ~Copyable {
    private var file: zipFile?
    private let path: BytePath
    private var names: Set<[UInt8]> = []

    /// Creates an archive; an existing file is overwritten.
    ///
    /// - Throws: `ExportError` with code `cannotWrite` if the file cannot be created.
    package init(path: BytePath) throws(ExportError) {
        self.path = path
        errno = 0
        file = path.withCString { zipOpen64($0, Int32(APPEND_STATUS_CREATE)) }
        if file == nil { throw ZipWriter.failure(path) }
    }

    deinit {
        if let file { zipClose(file, nil) }
    }

    /// Appends an entry.
    ///
    /// - Parameters:
    ///   - name: a relative path with slashes, at most 65,535 bytes of UTF-8, without `.` and `..`
    ///     components, control characters and backslashes.
    ///   - date: the date of the file.
    ///   - compresses: whether to deflate the bytes, which is useful for text but not for pictures.
    /// - Throws: `ExportError` with code `repeatedEntry` if the name is taken, `badEntryName`, or
    ///   `cannotWrite`.
    package mutating func append(
        name: String, bytes: [UInt8], date: ZipDate, compresses: Bool = false
    ) throws(ExportError) {
        guard ZipWriter.isGood(name) else { throw ExportError(.badEntryName, name) }
        guard names.insert(Array(name.utf8)).inserted else {
            throw ExportError(.repeatedEntry, name)
        }
        errno = 0
        var info = zip_fileinfo()
        info.dosDate = UInt(date.clock)
        info.external_fa = ZipWriter.fileMode
        let extra = date.extra
        // Sizes close to the limit use ZIP64 as well, because deflating can lengthen incompressible
        // data.
        let isLarge = bytes.count >= Int(UInt32.max) - (1 << 24)
        let opened = name.withCString { name in
            extra.withUnsafeBytes { extra in
                gallery_zip_open_entry(
                    file, name, &info, extra.baseAddress, UInt32(extra.count),
                    compresses ? 1 : 0, ZipWriter.madeBy, ZipWriter.namesAreUTF8, isLarge ? 1 : 0)
            }
        }
        guard opened == ZIP_OK else { throw ZipWriter.failure(path) }
        let isWritten = bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest.prefix(ZipWriter.partLength))
                guard zipWriteInFileInZip(file, part.baseAddress, UInt32(part.count)) == ZIP_OK
                else { return false }
                rest = rest.dropFirst(part.count)
            }
            return true
        }
        guard isWritten, zipCloseFileInZip(file) == ZIP_OK else { throw ZipWriter.failure(path) }
    }

    /// Writes the directory of the archive and closes the file.
    ///
    /// - Throws: `ExportError` with code `cannotWrite`, such as for a full disk.
    package consuming func finish() throws(ExportError) {
        errno = 0
        let closed = zipClose(file, nil)
        file = nil
        guard closed == ZIP_OK else { throw ZipWriter.failure(path) }
    }

    /// The number of bytes per call; minizip uses 32-bit lengths.
    private static let partLength = 1 << 24
    /// Unix, which defines the file modes, and version 4.5 of the format.
    private static let madeBy: UInt = 3 << 8 | 45
    /// General purpose bit 11.
    private static let namesAreUTF8: UInt = 1 << 11
    /// A world-readable regular file: `-rw-r--r--`.
    private static let fileMode: UInt = 0o100644 << 16

    private static func isGood(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count <= Int(UInt16.max)
            && parts.allSatisfy { !["", ".", ".."].contains($0) }
            && name.unicodeScalars.allSatisfy {
                $0 != "\\" && $0.properties.generalCategory != .control
            }
    }

    private static func failure(_ path: BytePath) -> ExportError {
        let reason = errno == 0 ? "the disk may be full" : String(cString: strerror(errno))
        return ExportError(.cannotWrite, path.escaped, suggestions: [reason])
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
