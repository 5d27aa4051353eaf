import Basics
public import GalleryModel

/// What a search for faces would do.
public struct FacePlan: Hashable, Sendable {
    /// A decision of a person that the search would meet.
    public struct MetDecision: Hashable, Sendable {
        /// The photo.
        public var photoID: PhotoID
        /// What was decided.
        public var decision: FaceDecision
    }

    /// Pictures that would be examined.
    public var due = 0
    /// Pictures whose earlier result would be shown again, without decoding.
    public var shownAgain = 0
    /// Pictures for which nothing is to be done.
    public var upToDate = 0
    /// Photos without a stored picture.
    public var withoutPicture = 0
    /// What a person decided about the pictures above that something would be done for; all of it stays.
    public var decisions: [MetDecision] = []

    /// Makes an empty plan.
    public init() {}

    /// Adds what another search would do.
    public mutating func add(_ other: FacePlan) {
        due += other.due
        shownAgain += other.shownAgain
        upToDate += other.upToDate
        withoutPicture += other.withoutPicture
        decisions += other.decisions
    }
}

extension FacePlan: WorkSummary {
    /// What would be done, as a sentence.
    public var sentence: String {
        var parts = ["\(Count.text(due, "picture")) to examine"]
        if shownAgain > 0 { parts.append("\(Count.text(shownAgain)) to show again") }
        parts.append("\(Count.text(upToDate)) up to date")
        if withoutPicture > 0 { parts.append("\(Count.text(withoutPicture)) without a picture") }
        let kinds = FaceDecision.Kind.allCases.compactMap { kind in
            let count = decisions.count { $0.decision.kind == kind }
            return count > 0 ? "\(Count.text(count)) \(kind.rawValue)" : nil
        }
        let met = kinds.isEmpty ? "none of your decisions" : kinds.joined(separator: ", ")
        return "plan: " + parts.joined(separator: ", ") + "; meets " + met
            + (kinds.isEmpty ? "" : ", which all stay")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("due", due),
            SummaryMember("shownAgain", shownAgain),
            SummaryMember("upToDate", upToDate),
            SummaryMember("withoutPicture", withoutPicture),
            SummaryMember("decisions", decisions.count),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { 0 }
}
