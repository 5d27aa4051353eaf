import Basics
import Gallery
import GalleryModel

/// What a job did, made of what its summary tells programs.
struct JobSummaryWords {
    private let members: [String: JSONValue]
    private let language: PageLanguage

    /// Makes the words of a summary, an object.
    init(members: JSONValue, language: PageLanguage) {
        self.language = language
        guard case .object(let found) = members else {
            self.members = [:]
            return
        }
        self.members = Dictionary(found.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The sentence; nil where the summary tells more than there are words for.
    func text(_ kind: GalleryJob.Kind) -> String? {
        switch kind {
        case .search: section
        case .refresh: sections
        case .fetch: pictures ?? language.say("job-done.nothing")
        case .faces: faces
        case .share: files
        }
    }

    private var sections: String? {
        let parts = members["sections"]?.items?.map {
            JobSummaryWords(members: $0, language: language).section
        }
        guard let parts, !parts.contains(nil) else { return nil }
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    /// What a search brought; why it is not complete is told in English alone.
    private var section: String? {
        guard let name = members["section"]?.string, let listed = count("listed"),
            members["gaps"] == nil, members["error"] == nil
        else { return nil }
        let first =
            count("found").map { found in
                language.say(
                    "job-done.listed-of", ["found": language.number(found)], count: listed)
            } ?? language.say("job-done.listed", count: listed)
        let counts =
            [first]
            + told([
                (count("new"), "job-done.new"), (count("updated"), "job-done.updated"),
                (count("gone"), "job-done.gone"), (count("trashed"), "job-done.trashed"),
            ])
        let own = language.say(
            "job-done.section", ["section": name, "counts": counts.joined(separator: ", ")])
        let group = members["pictures"].flatMap {
            JobSummaryWords(members: $0, language: language).pictures
        }
        return own
            + (group.map { "; " + language.say("job-done.pictures", ["counts": $0]) } ?? "")
    }

    /// The files of a share link.
    private var files: String? {
        guard let made = count("made"), let present = count("present"), count("failed") == 0 else {
            return nil
        }
        return language.say("job-done.files", count: made + present)
    }

    private var pictures: String? {
        let counts = told([
            (count("downloaded"), "job-done.downloaded"), (count("present"), "job-done.present"),
            (count("unavailable"), "job-done.unavailable"), (count("failed"), "job-done.failed"),
        ])
        return counts.isEmpty ? nil : counts.joined(separator: ", ")
    }

    private var faces: String? {
        guard let examined = count("examined"), let faces = count("faces"),
            let pictures = count("picturesWithFaces"), count("ignored") ?? 0 == 0
        else { return nil }
        let first = language.say(
            "job-done.faces-in",
            [
                "examined": language.say("job-done.examined", count: examined),
                "faces": language.say("job-done.faces", count: faces),
                "pictures": language.number(pictures),
            ])
        let others = told([
            (count("shownAgain"), "job-done.shown-again"),
            (count("upToDate"), "job-done.up-to-date"),
            (count("withoutPicture"), "job-done.without-picture"),
            (count("failed"), "job-done.failed"),
        ])
        return ([first] + others).joined(separator: ", ")
    }

    private func count(_ name: String) -> Int? { members[name]?.whole.map { Int($0) } }

    /// The counts that are not zero.
    private func told(_ counts: [(count: Int?, key: String)]) -> [String] {
        counts.compactMap { count, key in
            count.flatMap { $0 > 0 ? language.say(key, count: $0) : nil }
        }
    }
}
