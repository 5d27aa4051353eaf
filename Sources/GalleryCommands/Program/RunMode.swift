/// How a command works.
struct RunMode: Sendable {
    /// Whether it only says what would be done.
    var isDryRun = false
    /// Whether a progress bar is shown where a person looks on.
    var showsProgress = false
    /// How many things are done at the same time; nil for one a core.
    var jobs: Int?
    /// Whether it waits when the hourly budget of requests is spent.
    var waits = false
}
