import Synchronization

/// Keeps the transforms of the profiles met last: the photos of one camera share one.
final class ColourTransforms: Sendable {
    /// The ones of the whole program.
    static let shared = ColourTransforms()

    private struct Entry: Sendable {
        var profile: ColourProfile
        var transform: Result<ColourTransform, ImagingError>
    }

    /// The one used last comes first.
    private let entries = Mutex<[Entry]>([])

    /// The transform of a profile, made where it is not there.
    ///
    /// - Throws: `ImagingError.damaged` with the reason where the profile cannot be used.
    func transform(of profile: ColourProfile) throws(ImagingError) -> ColourTransform {
        if let known = find(profile) { return try known.get() }
        // Two threads may make the same one; neither waits for the other.
        let made = Result { () throws(ImagingError) in try ColourTransform(profile) }
        entries.withLock { entries in
            entries.insert(Entry(profile: profile, transform: made), at: 0)
            if entries.count > ColourTransforms.capacity { entries.removeLast() }
        }
        return try made.get()
    }

    private func find(_ profile: ColourProfile) -> Result<ColourTransform, ImagingError>? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.profile == profile }) else {
                return nil
            }
            let entry = entries.remove(at: index)
            entries.insert(entry, at: 0)
            return entry.transform
        }
    }

    private static let capacity = 8
}
