import Basics
import GalleryModel

/// What a look-up of places did.
public struct LocateSummary: Hashable, Sendable {
    /// Positions that a place was found for.
    public var located = 0
    /// Positions at sea, far from any coast.
    public var atSea = 0
    /// Photos without a position that got the home's place.
    public var atHome = 0
    /// Photos whose home was taken away.
    public var homesRemoved = 0
    /// The number of the change, for `undo`; nil where no home was given or taken away.
    public var change: Int64?
    /// Photos whose place was known before.
    public var upToDate = 0
    /// Photos and files that tell no position.
    public var withoutPosition = 0
    /// Files in folders that are no pictures.
    public var ignored = 0
    /// Positions that cannot be read, and files.
    public var failed = 0
    /// What the items are, for a person: photos, which files are as well, or bare positions.
    public var noun = "photo"

    /// Makes an empty summary.
    public init() {}

    /// Adds what another look-up did.
    public mutating func add(_ other: LocateSummary) {
        located += other.located
        atSea += other.atSea
        atHome += other.atHome
        homesRemoved += other.homesRemoved
        change = other.change ?? change
        upToDate += other.upToDate
        withoutPosition += other.withoutPosition
        ignored += other.ignored
        failed += other.failed
    }

    mutating func count(_ place: Place) {
        if place.match == .none { atSea += 1 } else { located += 1 }
    }
}

extension LocateSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        var parts = [Count.text(located, noun) + " located"]
        if atSea > 0 { parts.append("\(Count.text(atSea)) at sea") }
        if atHome > 0 { parts.append("\(Count.text(atHome)) at home") }
        if homesRemoved > 0 { parts.append(Count.text(homesRemoved, "home") + " removed") }
        if upToDate > 0 { parts.append("\(Count.text(upToDate)) known before") }
        if withoutPosition > 0 { parts.append("\(Count.text(withoutPosition)) without a position") }
        if ignored > 0 { parts.append("\(Count.text(ignored, "other file")) passed over") }
        if failed > 0 { parts.append("\(Count.text(failed)) failed") }
        return parts.joined(separator: ", ")
            + (change.map { "; 'gallery undo \($0)' takes the homes back" } ?? "")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("located", located),
            SummaryMember("atSea", atSea),
            SummaryMember("atHome", atHome),
            SummaryMember("homesRemoved", homesRemoved),
            SummaryMember("change", change.map { .count(Int($0)) } ?? .unknown),
            SummaryMember("upToDate", upToDate),
            SummaryMember("withoutPosition", withoutPosition),
            SummaryMember("ignored", ignored),
            SummaryMember("failed", failed),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}
