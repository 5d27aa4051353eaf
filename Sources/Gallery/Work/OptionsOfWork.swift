/// Options of one kind of work, which also say how it is carried out.
public protocol OptionsOfWork: Sendable {
    /// How the work is carried out: jobs, dry run, progress, failed items.
    var work: WorkOptions { get set }
}

extension OptionsOfWork {
    /// The same options with another way to carry the work out.
    public func with(_ work: WorkOptions) -> Self {
        var options = self
        options.work = work
        return options
    }
}
