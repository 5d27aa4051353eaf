/// A ZIP archive of files that are stored as they are, known byte for byte before any file is read: any part of it
/// can be made at any time, so that it is sent with its length, in ranges, and from little memory.
///
/// The same entries give the same bytes. Names are UTF-8 and say so; what needs ZIP64 is written as that.
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 to 4.5.
package struct StoredZip: Sendable {
    /// A file of the archive.
    package struct Entry: Hashable, Sendable {
        /// A relative path, at most 65,535 bytes of UTF-8.
        package var name: String
        /// The length in bytes.
        package var byteCount: Int
        /// The CRC-32 of the bytes.
        package var checksum: UInt32

        /// Makes an entry.
        package init(name: String, byteCount: Int, checksum: UInt32) {
            self.name = name
            self.byteCount = byteCount
            self.checksum = checksum
        }
    }

    /// A run of the archive's bytes.
    package enum Piece: Hashable, Sendable {
        /// These.
        case bytes([UInt8])
        /// So much of an entry's file, by the entry's place.
        case file(Int, Range<Int>)
    }

    /// The files, in order.
    package let entries: [Entry]
    /// The length of the archive in bytes.
    package let byteCount: Int
    /// Where each entry's header begins, then where the directory does.
    private let starts: [Int]
    /// Where each entry's record in the directory begins, then where the archive's end does.
    private let records: [Int]
    private let end: [UInt8]

    /// Lays an archive out.
    ///
    /// - Parameter entries: of different names.
    package init(_ entries: [Entry]) {
        self.entries = entries
        var starts = [0]
        for entry in entries {
            starts.append((starts.last ?? 0) + StoredZip.header(entry).count + entry.byteCount)
        }
        let directory = starts.last ?? 0
        var records = [directory]
        for (entry, start) in zip(entries, starts) {
            records.append((records.last ?? 0) + StoredZip.record(entry, at: start).count)
        }
        let behind = records.last ?? 0
        end = StoredZip.end(count: entries.count, directory: directory, length: behind - directory)
        byteCount = behind + end.count
        self.starts = starts
        self.records = records
    }

    /// What a part of the archive is made of, in order.
    ///
    /// - Parameter range: within the archive.
    package func pieces(of range: Range<Int>) -> [Piece] {
        var pieces: [Piece] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (piece, next) = piece(at: offset, before: range.upperBound)
            pieces.append(piece)
            offset = next
        }
        return pieces
    }

    /// What stands at an offset, and where the next piece begins.
    private func piece(at offset: Int, before bound: Int) -> (Piece, next: Int) {
        func some(_ bytes: [UInt8], from start: Int) -> (Piece, next: Int) {
            let next = min(start + bytes.count, bound)
            return (.bytes(Array(bytes[(offset - start)..<(next - start)])), next)
        }
        if let index = starts.place(holding: offset) {
            let header = StoredZip.header(entries[index])
            let file = starts[index] + header.count
            if offset < file { return some(header, from: starts[index]) }
            let next = min(starts[index + 1], bound)
            return (.file(index, (offset - file)..<(next - file)), next)
        }
        guard let index = records.place(holding: offset) else {
            return some(end, from: records.last ?? 0)
        }
        return some(StoredZip.record(entries[index], at: starts[index]), from: records[index])
    }

    // MARK: - Headers

    private static let largest = Int(UInt32.max)

    /// What stands before a file.
    private static func header(_ entry: Entry) -> [UInt8] {
        let isLarge = entry.byteCount >= largest
        let size = isLarge ? UInt32.max : UInt32(entry.byteCount)
        let extra = isLarge ? field([entry.byteCount, entry.byteCount]) : []
        return little(UInt32(0x0403_4B50)) + common(entry, isLarge: isLarge)
            + little(size) + little(size) + little(UInt16(entry.name.utf8.count))
            + little(UInt16(extra.count)) + Array(entry.name.utf8) + extra
    }

    /// What the directory says of a file.
    private static func record(_ entry: Entry, at start: Int) -> [UInt8] {
        let (isLarge, isFar) = (entry.byteCount >= largest, start >= largest)
        let size = isLarge ? UInt32.max : UInt32(entry.byteCount)
        let numbers =
            (isLarge ? [entry.byteCount, entry.byteCount] : []) + (isFar ? [start] : [])
        let extra = numbers.isEmpty ? [] : field(numbers)
        let isNew = isLarge || isFar
        // Made on Unix, which the file's mode is of: a plain file that everybody may read.
        return little(UInt32(0x0201_4B50)) + little(UInt16(3 << 8 | (isNew ? 45 : 20)))
            + common(entry, isLarge: isNew) + little(size) + little(size)
            + little(UInt16(entry.name.utf8.count)) + little(UInt16(extra.count))
            + little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0))
            + little(UInt32(0o100644) << 16) + little(isFar ? UInt32.max : UInt32(start))
            + Array(entry.name.utf8) + extra
    }

    /// What both say: version, names in UTF-8, stored, 1980-01-01, the checksum.
    private static func common(_ entry: Entry, isLarge: Bool) -> [UInt8] {
        little(UInt16(isLarge ? 45 : 20)) + little(UInt16(1 << 11)) + little(UInt16(0))
            + little(UInt16(0)) + little(UInt16(1 << 5 | 1)) + little(entry.checksum)
    }

    private static func end(count: Int, directory: Int, length: Int) -> [UInt8] {
        let isNew = count >= Int(UInt16.max) || directory >= largest || length >= largest
        var bytes: [UInt8] = []
        if isNew {
            bytes +=
                little(UInt32(0x0606_4B50)) + little(UInt64(44)) + little(UInt16(3 << 8 | 45))
                + little(UInt16(45)) + little(UInt32(0)) + little(UInt32(0))
                + little(UInt64(count)) + little(UInt64(count)) + little(UInt64(length))
                + little(UInt64(directory))
            bytes +=
                little(UInt32(0x0706_4B50)) + little(UInt32(0))
                + little(UInt64(directory + length)) + little(UInt32(1))
        }
        let entries = UInt16(min(count, Int(UInt16.max)))
        return bytes + little(UInt32(0x0605_4B50)) + little(UInt16(0)) + little(UInt16(0))
            + little(entries) + little(entries) + little(UInt32(min(length, largest)))
            + little(UInt32(min(directory, largest))) + little(UInt16(0))
    }

    /// The extra field of ZIP64, of numbers that have no room elsewhere.
    private static func field(_ numbers: [Int]) -> [UInt8] {
        little(UInt16(1)) + little(UInt16(numbers.count * 8))
            + numbers.flatMap { little(UInt64($0)) }
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}

extension [Int] {
    /// Which of the runs that begin at these sorted places holds an offset; nil behind the last one.
    fileprivate func place(holding offset: Int) -> Int? {
        guard let last, offset < last else { return nil }
        var (low, high) = (0, count - 1)
        while low + 1 < high {
            let middle = (low + high) / 2
            if self[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
