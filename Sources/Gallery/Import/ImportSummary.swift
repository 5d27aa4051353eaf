import Basics
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

extension ImportSummary: WorkSummary {
    /// What was done, such as `camera: 3 new, 12 known already; not yet supported: 2 HEIC`.
    public var sentence: String {
        let facts = Count.list([
            (new, "new"), (known, "known already"), (updated, "updated"), (moved, "moved"),
            (trashed, "in the trash"), (ignored, "no pictures"), (damaged, "damaged"),
            (failed, "failed"),
        ])
        let types = unsupported.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\(Count.text($0.value)) \($0.key)" }
        return "camera: " + (facts ?? "nothing to import")
            + (types.isEmpty ? "" : "; not yet supported: \(types.joined(separator: ", "))")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        let types = unsupported.sorted { $0.key < $1.key }.map { SummaryMember($0.key, $0.value) }
        return [
            SummaryMember("section", .text("camera")), SummaryMember("files", files),
            SummaryMember("new", new), SummaryMember("known", known),
            SummaryMember("updated", updated), SummaryMember("moved", moved),
            SummaryMember("trashed", trashed), SummaryMember("unsupported", .group(types)),
            SummaryMember("ignored", ignored), SummaryMember("hidden", hidden),
            SummaryMember("damaged", damaged), SummaryMember("failed", failed),
            SummaryMember("bytesRead", Int(bytesRead)),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed + damaged }
}
