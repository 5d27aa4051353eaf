package import Basics
package import Foundation

/// A failure of one item, recorded for the user.
package struct PhotoProblem: Hashable, Identifiable, Sendable {
    /// The catalog ID.
    package var id: Int64
    /// The date of the last occurrence, to the second.
    package var date: Date
    /// The command that failed, such as `import`.
    package var command: String
    /// The affected item.
    package var subject: ProblemSubject
    /// The cause and the next step.
    package var message: String
    /// True for a note, such as about unreadable metadata, which does not make a command fail.
    package var isNote: Bool
    /// True if the user acknowledged the problem.
    package var isIgnored: Bool

    /// Creates a problem.
    package init(
        id: Int64, date: Date, command: String, subject: ProblemSubject, message: String,
        isNote: Bool = false, isIgnored: Bool = false
    ) {
        self.isIgnored = isIgnored
        self.id = id
        self.date = date
        self.command = command
        self.subject = subject
        self.message = message
        self.isNote = isNote
    }
}

/// The subject of a problem: a photo, an operation on a photo, or a file.
///
/// The catalog stores the text, so the text of a subject must never change.
package struct ProblemSubject: Hashable, Sendable {
    /// An operation on a photo that has problems of its own.
    package enum Step: String, Sendable {
        /// Cropping faces.
        case crop
        /// Reading the date; this subject is also written by SQL in the catalog.
        case date
        /// Editing.
        case edit
        /// Exporting the picture.
        case export
        /// Publishing on another server.
        case publish
        /// Creating a copy to share.
        case share
    }

    /// The text for display: an escaped path, `photo 42` or `photo 42 (export)`.
    package let text: String

    /// Creates a subject from its text.
    package init(text: String) { self.text = text }
}

extension ProblemSubject {
    /// The lookup of places as a whole.
    package static let places = ProblemSubject(text: "places")

    /// A photo and its pictures.
    package static func photo(_ id: PhotoID) -> ProblemSubject {
        ProblemSubject(text: "photo \(id)")
    }

    /// An operation on a photo.
    package static func photo(_ id: PhotoID, _ step: Step) -> ProblemSubject {
        ProblemSubject(text: "photo \(id) (\(step.rawValue))")
    }

    /// The photo; nil for any other subject.
    package var photoID: PhotoID? {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[0] == "photo", let number = Int64(words[1]), number > 0 else {
            return nil
        }
        return PhotoID(rawValue: number)
    }

    /// A picture of a photo in one size.
    package static func photo(_ id: PhotoID, _ size: PictureSize) -> ProblemSubject {
        ProblemSubject(text: "photo \(id) (\(size.rawValue))")
    }

    /// A photo listed by another server, with its Flickr ID or title.
    package static func photo(_ photo: Photo) -> ProblemSubject {
        let name = photo.origin == .flickr ? "flickr:\(photo.originID)" : photo.title
        return ProblemSubject(text: "photo \(photo.id)" + (name.map { " (\($0))" } ?? ""))
    }

    /// A section and its origin.
    package static func section(_ reference: SectionReference) -> ProblemSubject {
        ProblemSubject(text: reference.text)
    }

    /// A file or folder.
    package static func path(_ path: BytePath) -> ProblemSubject {
        ProblemSubject(text: path.escaped)
    }

    /// A file of the program.
    package static func file(named name: String) -> ProblemSubject { ProblemSubject(text: name) }

    /// A line of standard input, counted from 1.
    package static func line(_ number: Int) -> ProblemSubject {
        ProblemSubject(text: "line \(number)")
    }
}

extension ProblemSubject: CustomStringConvertible {
    /// The text for display.
    public var description: String { text }
}
