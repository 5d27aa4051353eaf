import Basics

/// The dates in Flickr's responses, UTC.
package enum FlickrTime {
    /// Reads `YYYY-MM-DD` with an optional `HH:MM:SS`, as UTC; nil for anything else.
    package static func unix(mySQL text: String) -> Int64? {
        let halves = text.split(separator: " ", omittingEmptySubsequences: true)
        guard (1...2).contains(halves.count) else { return nil }
        let date = halves[0].split(separator: "-").map { Int($0) }
        guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
            (0...9999).contains(year), (0...12).contains(month), (0...31).contains(day)
        else { return nil }
        var second = 0
        if halves.count == 2 {
            let time = halves[1].split(separator: ":").map { Int($0) }
            guard time.count == 3, let hours = time[0], let minutes = time[1],
                let seconds = time[2], (0...23).contains(hours), (0...59).contains(minutes),
                (0...60).contains(seconds)
            else { return nil }
            second = hours * 3600 + minutes * 60 + seconds
        }
        return CivilDate(year: year, month: max(1, month), day: max(1, day), second: second)
            .unixSeconds
    }

    /// The date as MySQL writes it, `YYYY-MM-DD HH:MM:SS`.
    package static func mySQL(unix seconds: Int64) -> String {
        CivilDate(unixSeconds: seconds).text()
    }

    /// The date as `YYYY-MM-DDTHH:MM:SSZ`.
    package static func iso8601(unix seconds: Int64) -> String {
        CivilDate(unixSeconds: seconds).isoText
    }

    /// The date as HTTP headers write it, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Source: RFC 9110, section 5.6.7.
    package static func http(unix seconds: Int64) -> String {
        CivilDate(unixSeconds: seconds).headerText + " GMT"
    }
}
