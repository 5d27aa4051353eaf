import Basics
import Gallery
import GalleryModel

/// The title, progress and result of a job, in the language of a page.
///
/// Jobs are stored with English titles and sentences, which are parsed to translate them; texts
/// that cannot be parsed stay English.
struct JobText {
    /// A text; `isEnglish` marks an English text on a page in another language.
    struct Phrase: Hashable, Sendable {
        var text: String
        var isEnglish: Bool
    }

    let job: GalleryJob
    let language: PageLanguage

    /// The title of the job, such as `search 'dogs'`.
    var title: Phrase {
        guard language != .english else { return Phrase(text: job.title, isEnglish: false) }
        let earlier = JobText.earlierPrefixes.first { job.title.hasPrefix($0.earlier) }
        let title = earlier.map { $0.current + job.title.dropFirst($0.earlier.count) } ?? job.title
        for request in JobText.requests {
            let prefix = request.text(in: .english)
            guard title.hasPrefix(prefix), prefix.count < title.count else { continue }
            var translated = request
            translated.values["subject"] = subject(String(title.dropFirst(prefix.count)))
            if let size = PictureSize(rawValue: translated.values["size"] ?? "") {
                translated.values["size"] = language.name(of: size)
            }
            return Phrase(text: translated.text(in: language), isEnglish: false)
        }
        return Phrase(text: job.title, isEnglish: true)
    }

    /// Translates the unit of a job's progress, such as `photos`.
    static func activity(_ name: String, in language: PageLanguage) -> String {
        switch name {
        case "photos": language.say("job-progress.photos")
        case "pictures": language.say("job-progress.pictures")
        case "faces": language.say("job-progress.faces")
        default: name
        }
    }

    /// The result as a sentence; nil without a result.
    var sentence: Phrase? {
        guard let sentence = job.sentence else { return nil }
        guard language != .english else { return Phrase(text: sentence, isEnglish: false) }
        let summary = job.summary.flatMap { try? JSONValue(Array($0.utf8)) }
        let translated = summary.flatMap {
            JobSummaryText(members: $0, language: language).text(job.kind)
        }
        return Phrase(text: translated ?? sentence, isEnglish: translated == nil)
    }

    /// Beginnings of titles that earlier versions stored.
    private static let earlierPrefixes = [
        (earlier: "fetch the ", current: "fetch "),
        (earlier: "look for faces in ", current: "find faces in "),
        (
            earlier: "make the files of share link ", current: "prepare the files of share link "
        ),
    ]

    /// The beginnings of titles; in English, `{subject}` comes last.
    private static let requests: [TextMessage] =
        [
            TextMessage(say: "job.search", ["subject": ""]),
            TextMessage(say: "job.refresh", ["subject": ""]),
            TextMessage(say: "job.faces", ["subject": ""]),
            TextMessage(say: "job.share", ["subject": ""]),
        ]
        + PictureSize.allCases.map {
            TextMessage(say: "job.fetch", ["subject": "", "size": $0.rawValue])
        }

    /// Translates the subject of a job, as written by `PhotoChoice` and `JobRequest`.
    private func subject(_ text: String) -> String {
        let words = text.split(separator: " ")
        if words.count == 2 {
            let number = Int(words[0].filter { $0 != "," })
            switch words[1] {
            case "photo", "photos":
                if let number { return language.say("count.photos", count: number) }
            case "sections":
                if let number { return language.say("job-subject.sections", count: number) }
            case let id where words[0] == "photo":
                return language.say("job-subject.photo", ["id": String(id)])
            default: break
            }
        }
        guard language == .spanish, text.count > 2, text.hasPrefix("'"), text.hasSuffix("'") else {
            return text
        }
        return "«\(text.dropFirst().dropLast())»"
    }
}

extension PageLanguage {
    /// The name of a picture size.
    func name(of size: PictureSize) -> String {
        switch size {
        case .thumbnail: say("picture-size.thumbnail")
        case .small: say("picture-size.small")
        case .medium: say("picture-size.medium")
        case .large: say("picture-size.large")
        case .original: say("picture-size.original")
        }
    }
}

/// Translates the result of a job from the members of its summary.
struct JobSummaryText {
    private let members: [String: JSONValue]
    private let language: PageLanguage

    /// Creates a translator for a summary, which must be an object.
    init(members: JSONValue, language: PageLanguage) {
        self.language = language
        guard case .object(let found) = members else {
            self.members = [:]
            return
        }
        self.members = Dictionary(found.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// Returns the sentence; nil if the summary contains information without a translation.
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
            JobSummaryText(members: $0, language: language).section
        }
        guard let parts, !parts.contains(nil) else { return nil }
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    /// The result of a search; the reasons for an incomplete one exist only in English.
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
            + texts([
                (count("new"), "job-done.new"), (count("updated"), "job-done.updated"),
                (count("gone"), "job-done.gone"), (count("trashed"), "job-done.trashed"),
            ])
        let own = language.say(
            "job-done.section", ["section": name, "counts": counts.joined(separator: ", ")])
        let group = members["pictures"].flatMap {
            JobSummaryText(members: $0, language: language).pictures
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
        let counts = texts([
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
        let others = texts([
            (count("shownAgain"), "job-done.shown-again"),
            (count("upToDate"), "job-done.up-to-date"),
            (count("withoutPicture"), "job-done.without-picture"),
            (count("failed"), "job-done.failed"),
        ])
        return ([first] + others).joined(separator: ", ")
    }

    private func count(_ name: String) -> Int? { members[name]?.whole.map { Int($0) } }

    /// Returns the texts of nonzero counts.
    private func texts(_ counts: [(count: Int?, key: String)]) -> [String] {
        counts.compactMap { count, key in
            count.flatMap { $0 > 0 ? language.say(key, count: $0) : nil }
        }
    }
}
