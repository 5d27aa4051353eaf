import Catalog
import GalleryModel

/// Keeps the problems of one command's items in the catalog: what fails is recorded, what goes right later
/// is taken away.
///
/// A catalog that cannot be written keeps what it knows: what reads and writes elsewhere goes on.
struct ItemProblems {
    private let catalog: PhotoCatalog
    private let command: String
    private let isKept: Bool
    /// What failed in earlier runs.
    private let known: Set<ProblemSubject>

    init(_ catalog: PhotoCatalog, command: String, isDryRun: Bool) {
        self.catalog = catalog
        self.command = command
        isKept = !isDryRun && catalog.isWritable
        let problems = (try? catalog.problems()) ?? []
        known = Set(problems.filter { $0.command == command }.map(\.subject))
    }

    /// Records that an item failed.
    func record(_ subject: ProblemSubject, _ message: String) throws {
        if !isKept { return }
        try catalog.recordProblems([(subject, message)], command: command)
    }

    /// Forgets what went wrong with an item before.
    func clear(_ subject: ProblemSubject) throws {
        if !isKept || !known.contains(subject) { return }
        try catalog.clearProblem(subject: subject, command: command)
    }
}

extension PhotoGallery {
    /// Whether `problems` will tell what fails now: not where the gallery cannot be written.
    public var keepsProblems: Bool { catalog.isWritable }
}
