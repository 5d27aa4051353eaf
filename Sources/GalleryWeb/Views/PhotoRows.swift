import GalleryModel

/// Photos of a page under the days on which they were taken, or added.
enum PhotoRows {
    /// The values for the template `rows`.
    ///
    /// - Parameter order: days are told where the photos stand in the order of days.
    static func values(
        _ rows: [ListedPhoto], order: PhotoOrder?, _ addresses: any PageAddresses,
        in language: PageLanguage
    ) -> [[String: Any]] {
        let clock: (Photo) -> TakenClock?
        switch order?.key {
        case .taken: clock = { TakenClock($0) }
        case .date: clock = { TakenClock(orAdded: $0) }
        default: return [group(rows[...], addresses, language)]
        }
        var groups: [[String: Any]] = []
        var rest = rows[...]
        while let first = rest.first {
            let start = clock(first.photo)
            let day = rest.prefix { clock($0.photo)?.isoDay == start?.isoDay }
            var values = group(day, addresses, language)
            values["dayHeading"] = start?.day(in: language) ?? language.say("calendar.undated")
            values["dayName"] = start?.weekday(in: language) ?? ""
            groups.append(values)
            rest = rest.dropFirst(day.count)
        }
        return groups
    }

    private static func group(
        _ rows: ArraySlice<ListedPhoto>, _ addresses: any PageAddresses,
        _ language: PageLanguage
    ) -> [String: Any] {
        ["tiles": rows.map { PhotoTile(photo: $0.photo, addresses, in: language).values }]
    }
}
