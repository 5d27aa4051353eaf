import Basics
import Catalog
import Foundation
import GalleryModel

/// The context of a piece of work: the caller's options, the stop flag and the problem list.
struct WorkContext: Sendable {
    /// The caller's options.
    let options: WorkOptions
    /// Raised when the work should stop.
    let stop: StopFlag
    /// The name of the command in the problem list.
    private let command: String
    /// The catalog whose problem list is updated; nil outside a catalog, in a dry run, and if it is
    /// not writable, so that read-only commands continue.
    private let catalog: PhotoCatalog?
    /// Items that failed in earlier runs.
    private let known: Set<ProblemSubject>
    /// Items whose problems a user acknowledged.
    private let ignored: Set<ProblemSubject>

    /// Creates a context for work outside a catalog, or for a command's work in one.
    init(
        _ options: WorkOptions, stop: StopFlag = StopFlag(), command: String = "",
        in catalog: PhotoCatalog? = nil
    ) {
        self.options = options
        self.stop = stop
        self.command = command
        self.catalog = options.isDryRun || catalog?.isWritable == false ? nil : catalog
        let problems = try? catalog?.problems(of: command, includingIgnored: true)
        known = Set((problems ?? []).map(\.subject))
        ignored = (try? catalog?.ignoredProblems(of: command)) ?? []
    }

    /// True if nothing should be stored, downloaded or removed.
    var isDryRun: Bool { options.isDryRun }

    /// The number of threads: as requested, or else one per core.
    var threads: Int { options.threadCount }

    /// - Throws: `CancellationError` once the work should stop.
    func checkCancellation() throws { if stop.isRaised { throw CancellationError() } }

    /// Reports progress.
    ///
    /// - Parameter total: the number of items; nil while unknown.
    func progress(_ activity: String, _ done: Int, of total: Int? = nil) {
        options.progress(.init(activity: activity, done: done, total: total))
    }

    /// Reports a remark for the user.
    func remark(_ text: String) { options.remark(text) }

    /// Reports a failed item.
    ///
    /// - Parameter problem: the item's name in the problem list, if it differs.
    func reportFailure(
        _ subject: ProblemSubject?, _ message: String, problem: ProblemSubject? = nil
    ) {
        let isIgnored = (problem ?? subject).map(ignored.contains) ?? false
        options.itemFailed(ItemFailure(subject: subject, message: message, isIgnored: isIgnored))
    }

    /// Reports a failed item and records it as a problem until `succeed` is called.
    ///
    /// - Parameter problem: the item's name in the problem list, if it differs.
    func fail(_ subject: ProblemSubject, _ message: String, problem: ProblemSubject? = nil) throws {
        try catalog?.recordProblems([(problem ?? subject, message)], command: command)
        reportFailure(subject, message, problem: problem)
    }

    /// Removes an earlier problem of an item.
    func succeed(_ problem: ProblemSubject) throws {
        if known.contains(problem) { try catalog?.clearProblem(subject: problem, command: command) }
    }

    /// Reports a failed item with its error; errors that would affect every item end the work.
    ///
    /// - Throws: `inputOutput` if the disk is full; errors that do not concern a single item are
    ///   rethrown.
    func fail(
        _ subject: ProblemSubject, with error: any Error, problem: ProblemSubject? = nil
    ) throws {
        switch error {
        case let failure as FileError where failure.isDiskFull: throw GalleryError(failure)
        case let failure as FileError: try fail(subject, "\(failure)", problem: problem)
        case let failure as GalleryError where !failure.isDiskFull:
            try fail(subject, failure.message, problem: problem)
        default: throw error
        }
    }
}

extension PhotoGallery {
    /// Runs a command's work on a separate thread, with a context that reflects the task's
    /// cancellation.
    ///
    /// - Throws: errors of the body, translated to `GalleryError` if a module of this package threw
    ///   them.
    func perform<Value: Sendable>(
        _ command: String, _ options: WorkOptions,
        _ body: @escaping @Sendable (WorkContext) throws -> Value
    ) async throws -> Value {
        try await stoppable { [catalog] stop in
            try body(WorkContext(options, stop: stop, command: command, in: catalog))
        }
    }
}

extension WorkOptions {
    /// The number of threads: as requested, or else one per core.
    var threadCount: Int { max(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 1) }
}
