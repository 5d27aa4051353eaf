import Catalog
import GalleryModel

/// Keeps the problems of one command's items in the catalog: what fails is recorded, what goes right later
/// is taken away.
struct ItemProblems {
    private let catalog: PhotoCatalog
    private let command: String
    private let isDryRun: Bool
    /// What failed in earlier runs.
    private let known: Set<String>

    init(_ catalog: PhotoCatalog, command: String, isDryRun: Bool) {
        self.catalog = catalog
        self.command = command
        self.isDryRun = isDryRun
        let problems = (try? catalog.problems()) ?? []
        known = Set(problems.filter { $0.command == command }.map(\.subject))
    }

    /// Records that an item failed.
    func record(_ subject: String, _ message: String) throws {
        if isDryRun { return }
        try catalog.recordProblems([(subject, message)], command: command)
    }

    /// Forgets what went wrong with an item before.
    func clear(_ subject: String) throws {
        if isDryRun || !known.contains(subject) { return }
        try catalog.clearProblem(subject: subject, command: command)
    }
}
