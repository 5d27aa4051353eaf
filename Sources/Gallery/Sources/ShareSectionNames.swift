import Basics
import GalleryModel

/// Names the sections of people on photo-share servers: `share:NAME@HOST`, each once.
struct ShareSectionNames {
    /// The longest name of a person in a section's name, in bytes.
    private static let longest = 200

    private var taken: Set<String>
    /// The number that the next person of a name may have.
    private var next: [String: Int] = [:]

    /// Makes names beside those of sections that are there.
    init(beside sections: [PhotoSection]) {
        taken = Set(sections.filter { $0.reference.kind == .share }.map(\.reference.key))
    }

    /// Names the section of a person: a second one of the same name is told by a number.
    ///
    /// Control characters are shown, as no terminal may obey a name; who has no name is called `nobody`.
    mutating func name(for person: String, on server: ServerAddress) -> SectionReference {
        let shown = DisplayText.escaped(
            SectionReference.normalized(Self.beginning(of: person)))
        let name = shown.isEmpty ? "nobody" : shown
        let key = SectionReference.key(name)
        for number in (next[key] ?? 1)... {
            next[key] = number + 1
            let ending = number == 1 ? "" : " (\(number))"
            let reference = SectionReference(
                kind: .share, name: "\(name)\(ending)@\(server.host)")
            if taken.insert(reference.key).inserted { return reference }
        }
        return SectionReference(kind: .share, name: "\(name)@\(server.host)")
    }

    /// As much of a name as stands in a section's: one character may have any number of accents.
    private static func beginning(of person: String) -> String {
        var (length, beginning) = (0, String.UnicodeScalarView())
        for scalar in person.unicodeScalars {
            length += UTF8.width(scalar)
            if length > longest { break }
            beginning.append(scalar)
        }
        return String(beginning)
    }
}
