import Basics

extension OutputBuffer {
    /// Appends an instant as `YYYY-MM-DDTHH:MM:SSZ`. Source: ISO 8601, RFC 3339
    mutating func append(instant unixSeconds: Int64) {
        let date = CivilDate(unixSeconds: unixSeconds)
        if date.year < 0 { append(UInt8(ascii: "-")) }
        append(digits: UInt64(date.year.magnitude), atLeast: 4)
        write(16) { start in
            func pair(_ offset: Int, _ value: Int) {
                start[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10)
                start[offset + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10)
            }
            start[0] = UInt8(ascii: "-")
            pair(1, date.month)
            start[3] = UInt8(ascii: "-")
            pair(4, date.day)
            start[6] = UInt8(ascii: "T")
            pair(7, date.hour)
            start[9] = UInt8(ascii: ":")
            pair(10, date.minute)
            start[12] = UInt8(ascii: ":")
            pair(13, date.second)
            start[15] = UInt8(ascii: "Z")
            return 16
        }
    }
}
