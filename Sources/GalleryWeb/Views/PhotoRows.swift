import GalleryModel

/// Photos of a page under the days on which they were taken.
enum PhotoRows {
    /// The values for the template `rows`.
    ///
    /// - Parameter order: days are told where the photos stand in the order of days.
    static func values(
        _ rows: [ListedPhoto], order: PhotoOrder?, section: String?
    ) -> [[String: Any]] {
        guard order?.key == .taken else { return [group(rows[...], section)] }
        var groups: [[String: Any]] = []
        var rest = rows[...]
        while let first = rest.first {
            let clock = TakenClock(first.photo)
            let day = rest.prefix { TakenClock($0.photo)?.isoDay == clock?.isoDay }
            var values = group(day, section)
            values["dayHeading"] = clock?.day ?? "Without a date"
            values["dayName"] = clock?.weekday ?? ""
            groups.append(values)
            rest = rest.dropFirst(day.count)
        }
        return groups
    }

    private static func group(_ rows: ArraySlice<ListedPhoto>, _ section: String?) -> [String: Any]
    {
        ["tiles": rows.map { PhotoTile(photo: $0.photo, section: section).values }]
    }
}
