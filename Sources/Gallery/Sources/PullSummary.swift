import Basics
import Foundation
public import GalleryModel

/// What `pull` did.
public struct PullSummary: Sendable {
    /// The server.
    public var server: ServerAddress
    /// How many people were asked for their photos.
    public var people = 0
    /// What was done with the section of each of them, in the server's order.
    public var sections: [SearchSummary] = []
    /// How many people's photos could not be listed.
    public var failedLists = 0
    /// How many people the server no longer lists, whose photos were newly marked in this run.
    public var peopleGone = 0
    /// How many photos of people that the server no longer lists were newly marked.
    public var photosOfThem = 0
    /// How the pictures fared.
    public var pictures = SearchSummary.Pictures()
    /// How many requests for lists were sent, retries included.
    public var listRequests = 0
    /// How many picture requests were sent, retries included.
    public var pictureRequests = 0
    /// Why the list of people is not complete, a sentence each.
    public var gaps: [String] = []
    /// What ended the run early; what came before is stored.
    public var failure: GalleryError?

    /// Makes an empty summary.
    public init(server: ServerAddress) {
        self.server = server
    }

    /// Whether everything that was asked for was listed.
    public var isComplete: Bool {
        gaps.isEmpty && failure == nil && sections.allSatisfy(\.isComplete)
    }

    private func sum(_ count: KeyPath<SearchSummary, Int>) -> Int {
        sections.reduce(0) { $0 + $1[keyPath: count] }
    }
}

extension PullSummary: WorkSummary {
    /// What was done, such as `http://host/photoserver: 3 people, 25 photos listed, 25 new; pictures: 25
    /// downloaded`.
    public var sentence: String {
        let people = people == 1 ? "1 person" : "\(Count.text(people)) people"
        let changes = Count.list([
            (sum(\.new), "new"), (sum(\.updated), "updated"), (sum(\.gone) + photosOfThem, "gone"),
            (sum(\.trashed), "in the trash"),
        ])
        let missing = failure == nil ? gaps.map { "; not complete: \($0)" }.joined() : ""
        return "\(server.text): \(people), \(Count.text(sum(\.listed), "photo")) listed"
            + (changes.map { ", \($0)" } ?? "")
            + (failedLists > 0 ? ", \(Count.text(failedLists, "list")) failed" : "")
            + (pictures.counts.map { "; pictures: \($0)" } ?? "") + missing
    }

    /// How many requests were sent, as a sentence.
    public var requestSentence: String {
        "requests: \(Count.text(listRequests)) for lists, \(Count.text(pictureRequests)) for pictures"
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        var result = [
            SummaryMember("server", .text(server.text)), SummaryMember("people", people),
            SummaryMember("listed", sum(\.listed)), SummaryMember("new", sum(\.new)),
            SummaryMember("updated", sum(\.updated)), SummaryMember("unchanged", sum(\.unchanged)),
            SummaryMember("gone", sum(\.gone) + photosOfThem),
            SummaryMember("trashed", sum(\.trashed)), SummaryMember("failed", failedLists),
            SummaryMember("pictures", .group(pictures.members)),
            SummaryMember(
                "requests",
                .group([
                    SummaryMember("lists", listRequests),
                    SummaryMember("pictures", pictureRequests),
                ])),
            SummaryMember("complete", .flag(isComplete)),
        ]
        if !gaps.isEmpty {
            result.append(SummaryMember("gaps", .list(gaps.map { .text($0) })))
        }
        if let failure { result.append(SummaryMember("error", .text(failure.message))) }
        return result
    }

    /// How many items failed.
    public var failedItems: Int { pictures.failedItems + failedLists }
}
