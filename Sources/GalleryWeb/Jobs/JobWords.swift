import Basics
import Gallery
import GalleryModel

/// What a job is called, what it does and what it did, in the language of a page.
///
/// Jobs are stored with their English words. What these tell is read out of them again, so that a job can be told in
/// another language than that of who asked for it; what cannot be read stays English.
struct JobWords {
    /// A text, and whether it is an English one on a page of another language.
    struct Words: Hashable, Sendable {
        var text: String
        var isEnglish: Bool
    }

    let job: GalleryJob
    let language: PageLanguage

    /// What is asked for, such as `search 'dogs'`.
    var title: Words {
        guard language != .english else { return Words(text: job.title, isEnglish: false) }
        for request in JobWords.requests {
            let prefix = request.text(in: .english)
            guard job.title.hasPrefix(prefix), prefix.count < job.title.count else { continue }
            var told = request
            told.values["subject"] = subject(String(job.title.dropFirst(prefix.count)))
            if let size = PictureSize(rawValue: told.values["size"] ?? "") {
                told.values["size"] = language.name(of: size)
            }
            return Words(text: told.text(in: language), isEnglish: false)
        }
        return Words(text: job.title, isEnglish: true)
    }

    /// What the work that is under way counts, such as `photos`.
    static func activity(_ name: String, in language: PageLanguage) -> String {
        switch name {
        case "photos": language.say("job-progress.photos")
        case "pictures": language.say("job-progress.pictures")
        case "faces": language.say("job-progress.faces")
        default: name
        }
    }

    /// What was done; nil where nothing is told of it.
    var sentence: Words? {
        guard let sentence = job.sentence else { return nil }
        guard language != .english else { return Words(text: sentence, isEnglish: false) }
        let summary = job.summary.flatMap { try? JSONValue(Array($0.utf8)) }
        let told = summary.flatMap {
            JobSummaryWords(members: $0, language: language).text(job.kind)
        }
        return Words(text: told ?? sentence, isEnglish: told == nil)
    }

    /// What titles begin with: `{subject}` comes last in English.
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

    /// What a job is about, as `PhotoChoice` and `JobRequest` call it.
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
    /// What the size of a stored picture is called.
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
