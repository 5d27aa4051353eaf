import Catalog
public import GalleryModel

extension PhotoGallery {
    /// The months that photos were taken in, else added, the newest first, each with how many there are.
    ///
    /// Each photo counts once. Blocks: a millisecond for everything, else as long as finding the photos takes.
    ///
    /// - Parameter query: the photos; its order makes no difference unless it has a limit.
    public func months(_ query: PhotoQuery = .everything) throws(GalleryError) -> [MonthCount] {
        let (scope, filter) = try countedPhotos(query)
        return try GalleryError.translating { try catalog.months(of: scope, where: filter) }
    }

    /// What a grid is laid out from, of the photos of one month, the newest first.
    ///
    /// Blocks: some milliseconds for everything, else as long as finding the month's photos takes.
    ///
    /// - Parameters:
    ///   - month: the month.
    ///   - query: the photos; its order makes no difference unless it has a limit.
    ///   - part: which ``PhotoColumns/partLength`` photos, from 0; one behind the last has none.
    /// - Throws: `usage` for another span of time than a month and a part below 0.
    public func columns(
        ofMonth month: PartialDate, _ query: PhotoQuery = .everything, part: Int = 0
    ) throws(GalleryError) -> PhotoColumns {
        guard month.month != nil, month.day == nil else {
            throw GalleryError(
                .usage, "invalid month '\(month.text)': expected a month such as 2024-05")
        }
        try Self.check(part: part)
        let (scope, filter) = try countedPhotos(query)
        return try GalleryError.translating {
            try catalog.columns(ofMonth: month, of: scope, where: filter, part: part)
        }
    }

    /// What a grid is laid out from, of the photos of a section, in its order.
    ///
    /// Blocks: some milliseconds, with a filter as long as finding the photos takes.
    ///
    /// - Parameters:
    ///   - section: the section.
    ///   - filter: which of its photos.
    ///   - part: which ``PhotoColumns/partLength`` photos, from 0; one behind the last has none.
    /// - Throws: `usage` for a part below 0.
    public func columns(
        of section: PhotoSection, where filter: PhotoFilter = .everything, part: Int = 0
    ) throws(GalleryError) -> PhotoColumns {
        try Self.check(part: part)
        return try GalleryError.translating {
            try catalog.columns(of: section, where: filter, part: part)
        }
    }

    private static func check(part: Int) throws(GalleryError) {
        guard (0...Int(Int32.max)).contains(part) else {
            throw GalleryError(.usage, "invalid part '\(part)': expected 0 or more")
        }
    }
}
