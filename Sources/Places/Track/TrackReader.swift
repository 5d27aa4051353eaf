package import Basics
import GalleryModel

/// Reads tracks of GPS receivers from GPX 1.0 and 1.1 files.
///
/// Points of tracks count. Routes are plans and are left out; waypoints are places and stand in only
/// where no point of a track has a time. Times without a zone are UTC, as GPX says. A damaged file
/// tells its points up to the damage.
/// Source: https://www.topografix.com/GPX/1/1/ and https://www.topografix.com/GPX/1/0/
package struct TrackReader: Sendable {
    private static let blockLength = 64 << 10

    private let maximumPoints: Int

    /// Makes a reader.
    ///
    /// - Parameter maximumPoints: the most points with times that a file may have; each takes about 40
    ///   bytes.
    package init(maximumPoints: Int = 10_000_000) {
        self.maximumPoints = maximumPoints
    }

    /// Reads a file block by block; its length does not matter, only the number of its points.
    ///
    /// Blocks until the file is read.
    ///
    /// - Throws: `TrackError` where it cannot be read, is no GPX file or has no point with a time.
    package func read(path: BytePath) throws(TrackError) -> Track {
        let name = path.escaped
        let parser = try GPXParser(name: name, maximumPoints: maximumPoints)
        let file = try reading(name) { () throws(FileError) in try Descriptor(path) }
        var hasher = SHA256Hasher()
        var goesOn = true
        while goesOn {
            let room = try parser.room(TrackReader.blockLength)
            let count = try reading(name) { () throws(FileError) in try file.readSome(into: room) }
            hasher.update(UnsafeRawBufferPointer(rebasing: room[..<count]))
            goesOn = try parser.parse(count: count)
        }
        var track = try parser.finish()
        track.digest = hasher.digest
        return track
    }

    /// Reads a file that is in memory.
    ///
    /// - Parameter name: what messages call it.
    /// - Throws: `TrackError` where it is no GPX file or has no point with a time.
    package func read(bytes: [UInt8], name: String) throws(TrackError) -> Track {
        let parser = try GPXParser(name: name, maximumPoints: maximumPoints)
        var start = 0
        var goesOn = true
        while goesOn {
            let count = min(TrackReader.blockLength, bytes.count - start)
            try parser.room(max(count, 1)).copyBytes(from: bytes[start..<(start + count)])
            goesOn = try parser.parse(count: count)
            start += count
        }
        var track = try parser.finish()
        track.digest = FileDigest(of: bytes)
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
