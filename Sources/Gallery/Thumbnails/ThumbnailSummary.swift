import Basics

/// What making thumbnails did, or would do.
public struct ThumbnailSummary: Hashable, Sendable {
    /// Files that were made.
    public var made = 0
    /// Photos that they were made of.
    public var photos = 0
    /// Photos that had all their thumbnails, or share their picture with one that gets them.
    public var upToDate = 0
    /// Photos without a stored picture.
    public var withoutPicture = 0
    /// Photos whose picture is damaged; they have thumbnails of what could be decoded.
    public var damaged = 0
    /// Photos that no thumbnails could be made of.
    public var failed = 0
    /// Files that were removed because the bound on their bytes was reached.
    public var evicted = 0
    /// The bytes of the files that were made.
    public var storedBytes: Int64 = 0
    /// Whether nothing was made: of small photos, fewer thumbnails than sizes would be.
    public var isDryRun = false

    /// Makes an empty summary.
    public init() {}
}

extension ThumbnailSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        var parts = [
            (isDryRun && made > 0 ? "at most " : "")
                + "\(Count.text(made, "thumbnail")) of \(Count.text(photos, "photo"))"
                + (storedBytes > 0 ? ", \(ByteCount.text(storedBytes))" : "")
        ]
        if upToDate > 0 { parts.append("\(Count.text(upToDate)) up to date") }
        if withoutPicture > 0 { parts.append("\(Count.text(withoutPicture)) without a picture") }
        if damaged > 0 { parts.append("\(Count.text(damaged)) damaged") }
        if failed > 0 { parts.append("\(Count.text(failed)) failed") }
        if evicted > 0 {
            parts.append("\(Count.text(evicted)) removed to stay within thumbnails.maximumBytes")
        }
        return parts.joined(separator: ", ")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("made", made),
            SummaryMember("photos", photos),
            SummaryMember("upToDate", upToDate),
            SummaryMember("withoutPicture", withoutPicture),
            SummaryMember("damaged", damaged),
            SummaryMember("failed", failed),
            SummaryMember("evicted", evicted),
            SummaryMember("storedBytes", Int(storedBytes)),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed + damaged }
}
