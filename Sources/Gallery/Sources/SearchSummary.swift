import Basics
import Foundation
public import GalleryModel

/// What `search` or `refresh` did, and `pull` with one section of many.
public struct SearchSummary: Sendable {
    /// How the wanted pictures fared.
    public struct Pictures: Hashable, Sendable {
        /// Fetched in this run.
        public var downloaded = 0
        /// Stored already.
        public var present = 0
        /// The origin has none.
        public var unavailable = 0
        /// Failed, to be tried again by the next run.
        public var failed = 0

        /// Makes counts of zero.
        public init() {}
    }

    /// The section, as it is after the run; in a dry run as it would be named.
    public var section: PhotoSection
    /// How many photos the server claims to have; nil where it did not say.
    public var found: Int?
    /// How many different photos the server listed in this run.
    public var listed = 0
    /// How many of them are new in the section.
    public var new = 0
    /// How many were there and changed.
    public var updated = 0
    /// How many were there as they are.
    public var unchanged = 0
    /// How many of the section's photos the server no longer lists, newly marked in this run.
    public var gone = 0
    /// How many of the listed photos lie in the trash and stay there.
    public var trashed = 0
    /// How the pictures fared.
    public var pictures = Pictures()
    /// How many API requests were sent, retries included.
    public var apiRequests = 0
    /// How many picture requests were sent, retries included.
    public var pictureRequests = 0
    /// Why the listing is not complete, a sentence each; empty when it is.
    public var gaps: [String] = []
    /// Whether the keyless public feed was used.
    public var usedFeed = false
    /// The catalog ids of the photos listed, in the server's order.
    public var photos: [PhotoID] = []
    /// What ended the run early; what came before is stored.
    public var failure: GalleryError?

    /// Whether the run ended because no server answers, so that no other request to it will be answered.
    public var isServerAway: Bool { trouble.endsLists }
    /// Whether the failure is about this list alone, and told as a failed item.
    public var isListRefused = false
    /// What the failure tells of the server.
    var trouble = ServerTrouble.none
    /// Whether what ended the listing would end every other one, too: the server is away, or asks to be left alone.
    ///
    /// A list of a person that is refused is about that person: the protocol knows no credentials.
    var endsEverything: Bool {
        failure.map { trouble.endsLists || $0.kind == .tryLater } ?? false
    }

    /// Whether everything that was asked for was listed.
    public var isComplete: Bool { gaps.isEmpty && failure == nil }

    /// Makes an empty summary.
    public init(section: PhotoSection) {
        self.section = section
    }
}

extension SearchSummary: WorkSummary {
    /// What was done, such as
    /// `flickr:dogs: 100 listed of 1,204 found, 100 new; pictures: 97 downloaded, 1 failed`.
    public var sentence: String {
        var listing = "\(Count.text(listed)) listed"
        if let found { listing += " of \(Count.text(found)) found" }
        let changes = Count.list([
            (new, "new"), (updated, "updated"), (gone, "gone"), (trashed, "in the trash"),
        ])
        // A failure is said by itself.
        let missing = failure == nil ? gaps.map { "; not complete: \($0)" }.joined() : ""
        let stored =
            failure != nil && listed == 0 && section.count > 0
            ? "; \(Count.text(section.count, "stored photo")) \(section.count == 1 ? "stays" : "stay")"
            : ""
        return "\(section.reference.text): \(listing)" + stored + (changes.map { ", \($0)" } ?? "")
            + (pictures.counts.map { "; pictures: \($0)" } ?? "") + missing
    }

    /// How many requests were sent, as a sentence.
    public var requestSentence: String {
        "requests: \(Count.text(apiRequests)) to the API, \(Count.text(pictureRequests)) for pictures"
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        var result = [
            SummaryMember("section", .text(section.reference.text)),
            SummaryMember("found", found.map { .count($0) } ?? .unknown),
            SummaryMember("listed", listed), SummaryMember("new", new),
            SummaryMember("updated", updated), SummaryMember("unchanged", unchanged),
            SummaryMember("gone", gone), SummaryMember("trashed", trashed),
            SummaryMember("pictures", .group(pictures.members)),
            SummaryMember(
                "requests",
                .group([
                    SummaryMember("api", apiRequests), SummaryMember("pictures", pictureRequests),
                ])),
            SummaryMember("complete", .flag(isComplete)),
        ]
        if !isComplete {
            result.append(SummaryMember("gaps", .list(gaps.map { .text($0) })))
        }
        if let failure { result.append(SummaryMember("error", .text(failure.message))) }
        return result
    }

    /// How many items failed.
    public var failedItems: Int { pictures.failedItems + (isListRefused ? 1 : 0) }
}

extension SearchSummary.Pictures: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String { counts ?? "nothing to fetch" }

    /// The counts that are not zero, for a person; nil where all are.
    var counts: String? {
        Count.list([
            (downloaded, "downloaded"), (present, "present"), (unavailable, "unavailable"),
            (failed, "failed"),
        ])
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("downloaded", downloaded),
            SummaryMember("present", present),
            SummaryMember("unavailable", unavailable),
            SummaryMember("failed", failed),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}
