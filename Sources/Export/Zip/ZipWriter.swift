package import Basics
internal import CMinizip
import GalleryModel
import Glibc

/// Writes a ZIP file entry by entry.
///
/// Names are UTF-8 and say so; entries and archives of more than 4 GB are written as ZIP64. The same
/// entries give the same bytes. A writer that is dropped before `finish` leaves a file that is no archive:
/// write to a temporary name, rename it after `finish` and remove it otherwise.
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 to 4.5.
package struct ZipWriter: ~Copyable {
    private var file: zipFile?
    private let path: BytePath
    private var names: Set<[UInt8]> = []

    /// Begins an archive; a file that is there is overwritten.
    ///
    /// - Throws: `ExportError` of code `cannotWrite` where the file cannot be made.
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
    ///   - name: a relative path with slashes, at most 65,535 bytes of UTF-8, of parts other than `.` and
    ///     `..` and without control characters and backslashes.
    ///   - date: seconds since 1970-01-01 UTC; beyond 1980...2107 the nearest that ZIP can tell.
    ///   - compresses: whether the bytes are deflated, which pays for text and not for pictures.
    /// - Throws: `ExportError` of code `repeatedEntry` where there is an entry of that name,
    ///   `badEntryName`, or `cannotWrite`.
    package mutating func append(
        name: String, bytes: [UInt8], date: Int64, compresses: Bool = false
    ) throws(ExportError) {
        guard ZipWriter.isGood(name) else { throw ExportError(.badEntryName, name) }
        guard names.insert(Array(name.utf8)).inserted else {
            throw ExportError(.repeatedEntry, name)
        }
        errno = 0
        var info = ZipWriter.information(date: date)
        let extra = ZipWriter.timestamp(date)
        // Sizes near the bound count as above it: deflating may lengthen what is no text.
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
    /// - Throws: `ExportError` of code `cannotWrite`, such as for a full disk.
    package consuming func finish() throws(ExportError) {
        errno = 0
        let closed = zipClose(file, nil)
        file = nil
        guard closed == ZIP_OK else { throw ZipWriter.failure(path) }
    }

    /// Bytes handed over at once; minizip counts them in 32 bits.
    private static let partLength = 1 << 24
    /// Unix, whose file modes the entries bear, and version 4.5 of the format.
    private static let madeBy: UInt = 3 << 8 | 45
    /// General purpose bit 11.
    private static let namesAreUTF8: UInt = 1 << 11
    /// A plain file that everybody may read: `-rw-r--r--`.
    private static let fileMode: UInt = 0o100644 << 16

    private static func isGood(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count <= Int(UInt16.max)
            && parts.allSatisfy { !["", ".", ".."].contains($0) }
            && name.unicodeScalars.allSatisfy {
                $0 != "\\" && $0.properties.generalCategory != .control
            }
    }

    /// The entry's date on UTC's clock, as DOS kept it: in steps of two seconds.
    private static func information(date: Int64) -> zip_fileinfo {
        // 1980-01-01 to 2107-12-31 23:59:58.
        let date = CivilDate(unixSeconds: min(max(date, 315_532_800), 4_354_819_198))
        let second = UInt32(date.secondOfDay)
        var info = zip_fileinfo()
        info.tmz_date = tm_zip(
            tm_sec: second % 60, tm_min: second / 60 % 60, tm_hour: second / 3600,
            tm_mday: UInt32(date.day), tm_mon: UInt32(date.month) - 1, tm_year: UInt32(date.year))
        info.external_fa = fileMode
        return info
    }

    /// The extra field that gives the instant whatever the zone, to the second; empty beyond 32 bits.
    ///
    /// Source: Info-ZIP's extrafld.txt, "Extended Timestamp Extra Field"
    private static func timestamp(_ date: Int64) -> [UInt8] {
        guard let seconds = Int32(exactly: date) else { return [] }
        return [0x55, 0x54, 5, 0, 1] + withUnsafeBytes(of: seconds.littleEndian) { Array($0) }
    }

    private static func failure(_ path: BytePath) -> ExportError {
        let reason = errno == 0 ? "the disk may be full" : String(cString: strerror(errno))
        return ExportError(.cannotWrite, path.escaped, suggestions: [reason])
    }
}
