package import Basics

/// Reads GPS tracks from GPX 1.0 and 1.1 files.
///
/// Routes are skipped, as they are plans; waypoints are used only if no track point has a time.
/// Times without a zone are UTC, as in the GPX schema. A damaged file is read up to the damage.
/// Source: https://www.topografix.com/GPX/1/1/ and https://www.topografix.com/GPX/1/0/
package struct TrackReader: Sendable {
    static let blockLength = 64 << 10

    let maximumPoints: Int

    /// Makes a reader.
    ///
    /// - Parameter maximumPoints: the maximum number of points with times per file, at about 40
    ///   bytes each.
    package init(maximumPoints: Int = 10_000_000) { self.maximumPoints = maximumPoints }

    /// Reads a file block by block, so that only the number of points is limited and not the
    /// length.
    ///
    /// Blocks until the file is read.
    ///
    /// - Throws: `TrackError` if it cannot be read, is not a GPX file or has no point with a time.
    package func read(path: BytePath) throws(TrackError) -> Track {
        let name = path.escaped
        let parser = try GPXParser(name: name, maximumPoints: maximumPoints)
        let file = try reading(name) { () throws(FileError) in try Descriptor(path) }
        var hasher = SHA256Hasher()
        var isContinuing = true
        while isContinuing {
            let buffer = try parser.buffer(TrackReader.blockLength)
            let count = try reading(name) { () throws(FileError) in
                try file.readSome(into: buffer)
            }
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            isContinuing = try parser.parse(count: count)
        }
        var track = try parser.finish()
        track.digest = hasher.digest
        return track
    }

    private func reading<Value: ~Copyable>(
        _ name: String, _ body: () throws(FileError) -> Value
    ) throws(TrackError) -> Value {
        do throws(FileError) { return try body() } catch {
            throw .cannotRead(name, errno: error.number)
        }
    }
}

/// The reason why a track cannot be read.
package enum TrackError: Error, Hashable, Sendable {
    /// The file cannot be opened or read: name and system error number.
    case cannotRead(String, errno: Int32)
    /// The file has no bytes.
    case empty(String)
    /// The file is damaged before its first point with a time: name and damage.
    case damaged(String, reason: String)
    /// The file is another kind of XML: name and root element.
    case notGPX(String, root: String)
    /// The file declares a document type, which GPX does not use; such files are rejected unread.
    case documentType(String)
    /// No point has a time: name and number of points.
    case noTimes(String, points: Int)
    /// The number of points with times exceeds the limit.
    case tooManyPoints(String, limit: Int)
    /// Memory ran out.
    case outOfMemory(String)
}

extension TrackError: CustomStringConvertible {
    /// The error message.
    package var description: String {
        switch self {
        case .cannotRead(let name, let code):
            "cannot read the track '\(name)': \(SystemMessage.text(code)); "
                + "check that the file exists and is readable"
        case .empty(let name): "the track '\(name)' is empty; save it again as GPX"
        case .damaged(let name, let reason):
            "cannot read the track '\(name)': \(reason); save it again as GPX"
        case .notGPX(let name, let root):
            "'\(name)' is not a GPX file: its root element is '\(root)', not 'gpx'; "
                + "save the track as GPX"
        case .documentType(let name):
            "'\(name)' was not read because it declares a document type, which GPX does not use; "
                + "save the track again as GPX"
        case .noTimes(let name, let points):
            "the track '\(name)' has no point with a time (points: \(points)), so no photo can be "
                + "matched; save the recorded track, not a planned route"
        case .tooManyPoints(let name, let limit):
            "the track '\(name)' has more than \(limit) points; split it by days"
        case .outOfMemory(let name): "not enough memory for the track '\(name)'; split it by days"
        }
    }
}
