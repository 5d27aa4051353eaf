import Foundation
public import GalleryModel

/// What an import did.
public struct ImportSummary: Sendable {
    /// Photos the catalog did not have.
    public var new = 0
    /// Files whose bytes the catalog had already: nothing is stored twice.
    public var known = 0
    /// Photos whose file or sidecar says something new.
    public var updated = 0
    /// In-place photos found in a new place.
    public var moved = 0
    /// Files whose photo lies in the trash and stays there.
    public var trashed = 0
    /// Files of types that are not yet supported: how many of each, by exiftool's type name.
    public var unsupported: [String: Int] = [:]
    /// Files that are no pictures.
    public var ignored = 0
    /// Hidden files and folders, `@eaDir` and the like that were passed over.
    public var hidden = 0
    /// Files that are damaged and were read all the same, because a part of each can be decoded; they
    /// count among the new or known ones, too.
    public var damaged = 0
    /// Files and folders that could not be read, or of which nothing can be decoded.
    public var failed = 0
    /// Bytes read.
    public var bytesRead: Int64 = 0
    /// The catalog ids of the new photos, in the order of import, at most the first 1,000.
    public var photos: [PhotoID] = []

    /// Files looked at.
    public var files: Int {
        new + known + updated + moved + trashed + failed + ignored + unsupported.values.reduce(0, +)
    }

    /// Makes an empty summary.
    public init() {}
}
