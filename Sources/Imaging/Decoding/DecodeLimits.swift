/// Bounds what decoding pictures may take.
package struct DecodeLimits: Hashable, Sendable {
    /// The most pixels of a whole picture, however small it is wanted: the setting
    /// `imaging.maximumPixels`.
    package var maximumPixels = 500_000_000
    /// The most memory in bytes of all pictures under way, beside the files themselves, by an estimate
    /// from their headers, and the largest file that is read: the setting `imaging.maximumDecodeBytes`.
    package var maximumBytes = 1 << 30
    /// What the memory is taken of; nil is the process's for this `maximumBytes`.
    package var budget: DecodeBudget?

    /// Makes the usual limits.
    package init() {}

    /// Takes memory of the budget, as soon as it is free.
    package func reserve(_ bytes: Int) -> DecodeReservation {
        (budget ?? .process(limit: maximumBytes)).reserve(bytes, within: maximumBytes)
    }
}
