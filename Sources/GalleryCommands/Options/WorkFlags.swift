import ArgumentParser
import Basics
import Gallery
import GalleryModel
import Synchronization

/// The options of commands that work on many items.
struct WorkFlags: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
    var dryRun = false

    @Flag(help: "Show no progress bar.")
    var noProgress = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp("How many things to do at the same time.", valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("'\(jobs)' is no number of jobs: give 1 to 256")
        }
    }

    /// The options for the work, and what watches over it.
    func begin(_ catalog: CatalogOptions, waits: Bool = false) -> (WorkOptions, WorkWatch) {
        let watch = WorkWatch(
            showsProgress: !noProgress && !catalog.quiet, isDryRun: dryRun)
        var options = WorkOptions()
        options.isDryRun = dryRun
        options.waitsForBudget = waits
        options.jobs = jobs
        options.progress = { watch.bar.update($0) }
        options.itemFailed = { watch.report($0) }
        if !catalog.quiet {
            options.remark = { StandardError.shared.write(Message.line($0)) }
        }
        return (options, watch)
    }
}

/// Shows progress and failures of one piece of work, and remembers whether something failed.
final class WorkWatch: Sendable {
    let bar: ProgressBar
    /// Whether nothing is done: the catalog keeps no problems then.
    private let isDryRun: Bool
    private let failures = Atomic<Int>(0)

    init(showsProgress: Bool, isDryRun: Bool = false) {
        bar = ProgressBar(isShown: showsProgress)
        self.isDryRun = isDryRun
    }

    /// Names a failed item on standard error.
    func report(_ failure: ItemFailure) {
        failures.add(1, ordering: .relaxed)
        let subject = failure.subject.map { "\($0.text): " } ?? ""
        StandardError.shared.write(Message.line(subject + failure.message))
    }

    /// Ends the command with status 1 where items failed.
    ///
    /// - Parameters:
    ///   - count: how many failed as far as the summary knows.
    ///   - areListed: whether the catalog keeps them as problems.
    /// - Throws: `ExitCode` 1.
    func finish(
        failed count: Int, _ catalog: CatalogOptions, areListed: Bool = true
    ) throws {
        let total = max(failures.load(ordering: .relaxed), count)
        guard total > 0 else { return }
        if areListed {
            catalog.say(
                "\(Count.text(total, "item")) failed"
                    + (isDryRun ? "" : ": 'gallery problems' lists them"))
        }
        throw ExitCode(1)
    }
}
