import Basics
import Catalog
import Foundation
import GalleryModel

/// What a piece of work is done with: what the caller wants of it, whether it is still wanted, and where
/// what fails is told and kept.
struct WorkContext: Sendable {
    /// What the caller wants.
    let options: WorkOptions
    /// Tells that the work is no longer wanted.
    let stop: StopFlag
    /// The problems of the command in the catalog; nil for work outside any.
    let problems: ItemProblems?

    /// Makes the context of work outside any catalog.
    init(_ options: WorkOptions, stop: StopFlag = StopFlag()) {
        self.options = options
        self.stop = stop
        problems = nil
    }

    /// Makes the context of a command's work in a catalog.
    init(
        _ options: WorkOptions, stop: StopFlag = StopFlag(), command: String,
        in catalog: PhotoCatalog
    ) {
        self.options = options
        self.stop = stop
        problems = ItemProblems(catalog, command: command, isDryRun: options.isDryRun)
    }

    /// Whether nothing is to be stored, downloaded or removed.
    var isDryRun: Bool { options.isDryRun }

    /// How many threads do the work: as asked for, else one a core.
    var threads: Int { options.threadCount }

    /// - Throws: `CancellationError` once the work is no longer wanted.
    func checkCancellation() throws {
        if stop.isRaised { throw CancellationError() }
    }

    /// Tells how much is done.
    ///
    /// - Parameter total: how many items there are; nil while unknown.
    func progress(_ activity: String, _ done: Int, of total: Int? = nil) {
        options.progress(.init(activity: activity, done: done, total: total))
    }

    /// Tells something that a person should read.
    func remark(_ text: String) { options.remark(text) }

    /// Names a failed item.
    func tellFailed(_ subject: ProblemSubject?, _ message: String) {
        options.itemFailed(ItemFailure(subject: subject, message: message))
    }

    /// Names a failed item, and keeps it as a problem until `succeed`.
    ///
    /// - Parameter problem: what the list of problems calls the item, where that is another name.
    func fail(
        _ subject: ProblemSubject, _ message: String, problem: ProblemSubject? = nil
    ) throws {
        try problems?.record(problem ?? subject, message)
        tellFailed(subject, message)
    }

    /// Forgets what went wrong with an item before.
    func succeed(_ problem: ProblemSubject) throws { try problems?.clear(problem) }

    /// Names a failed item with why it did; an error that every other item would meet as well ends the
    /// work.
    ///
    /// - Throws: `inputOutput` where the disk is full; what is no failure of an item, as it is.
    func fail(
        _ subject: ProblemSubject, with error: any Error, problem: ProblemSubject? = nil
    ) throws {
        try fail(subject, try Self.message(of: error), problem: problem)
    }

    /// What an item's failure says.
    private static func message(of error: any Error) throws -> String {
        switch error {
        case let failure as FileError:
            if failure.isDiskFull { throw GalleryError.diskFull(failure) }
            return "\(failure)"
        case let failure as GalleryError where !failure.isDiskFull: return failure.message
        default: throw error
        }
    }
}

extension PhotoGallery {
    /// Does a command's work on a thread of its own, with a context that knows when the task is cancelled.
    ///
    /// - Throws: what the body throws, translated where a module of the house threw it.
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
    /// How many threads do the work: as asked for, else one a core.
    var threadCount: Int { max(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 1) }
}
