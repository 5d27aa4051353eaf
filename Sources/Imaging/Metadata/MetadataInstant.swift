import Basics

/// Holds the instant of a picture that a GPS receiver tells, and finds by it how far a clock is from UTC.
///
/// Source: Exif 2.32, section 4.6.6 (GPSTimeStamp, GPSDateStamp: both UTC); XMP specification part 2,
/// section 4.4 (GPSTimeStamp has both).
struct MetadataInstant: Hashable, Sendable {
    /// Offsets of the earth's clocks are whole quarters of an hour.
    private static let step = 900
    /// The offsets of the earth's clocks, in seconds: Baker Island's to Kiribati's.
    private static let offsets = -43_200...50_400
    /// How far a clock may be from such an offset, in seconds.
    ///
    /// Clocks are a little wrong, and a receiver tells the time of its last fix. More is a clock that was
    /// never set right, or an old fix: both could as well be near the wrong quarter.
    private static let tolerance = 120

    /// Seconds since 1970-01-01 UTC.
    let seconds: Int

    /// Reads it; nil where the source tells no day, no time, or one that cannot be.
    init?(_ values: MetadataValues, _ source: MetadataSource) {
        if source == .exif {
            guard
                let day = values.text(.gpsDateStamp, [source]).flatMap({ MetadataDate($0) }),
                let time = MetadataInstant.secondsOfDay(values.all(source, .gpsTimeStamp))
            else { return nil }
            guard let midnight = MetadataInstant.seconds(day.clock.prefix(10) + " 00:00:00") else {
                return nil
            }
            seconds = midnight + time
        } else {
            guard
                let date = values.text(.gpsTimeStamp, [source]).flatMap({ MetadataDate($0) }),
                !date.isDayOnly,
                date.offset == nil || date.offset == "Z" || date.offset == "+00:00",
                let seconds = MetadataInstant.seconds(date.clock[...])
            else { return nil }
            self.seconds = seconds
        }
    }

    /// The offset from UTC of a clock that showed a date at this instant, `+HH:MM` or `-HH:MM`.
    ///
    /// - Returns: nil where no clock on earth has it.
    func offset(ofClock date: MetadataDate) -> String? {
        guard let clock = MetadataInstant.seconds(date.clock[...]) else { return nil }
        let ahead = clock - seconds
        // Limited first: nothing overflows afterwards.
        guard abs(ahead) <= MetadataInstant.offsets.upperBound + MetadataInstant.tolerance else {
            return nil
        }
        let steps = (Double(ahead) / Double(MetadataInstant.step)).rounded()
        let offset = Int(steps) * MetadataInstant.step
        guard MetadataInstant.offsets.contains(offset),
            abs(ahead - offset) <= MetadataInstant.tolerance
        else { return nil }
        let minutes = abs(offset) / 60
        return MetadataDate.offset("\(offset < 0 ? "-" : "+")\(minutes / 60):\(minutes % 60)")
    }

    /// Hours, minutes and seconds as seconds.
    private static func secondsOfDay(_ parts: [MetadataValue]) -> Int? {
        let numbers = parts.compactMap(MetadataValues.number)
        guard parts.count == 3, numbers.count == 3, (0..<24).contains(numbers[0]),
            (0..<60).contains(numbers[1]), (0..<61).contains(numbers[2])
        else { return nil }
        return Int(numbers[0] * 3600 + numbers[1] * 60 + numbers[2])
    }

    /// The seconds since 1970 that `YYYY:MM:DD HH:MM:SS` is in UTC.
    private static func seconds(_ clock: Substring) -> Int? {
        let numbers = clock.split { $0 == ":" || $0 == " " }.compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        return Int(
            CivilDate.unixSeconds(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
                minute: numbers[4], second: numbers[5]))
    }
}
