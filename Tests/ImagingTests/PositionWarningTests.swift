import Foundation
import GalleryModel
import Imaging
import Testing

@Suite("PositionWarning")
struct PositionWarningTests {
    /// Tags, and the expected display text.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// Latitude's hemisphere and fractions, longitude's, altitude's reference and fraction.
        var latitude: (String?, PositionSegment.Value?) = ("N", .rationals([48, 1, 51, 1, 24, 1]))
        var longitude: (String?, PositionSegment.Value?) = ("E", .rationals([2, 1, 21, 1, 3, 1]))
        var altitude: ([UInt8]?, PositionSegment.Value?) = (nil, nil)
        var expected: [Double]?
        var warnings: [String] = []

        var testDescription: String { name }

        var segment: PositionSegment {
            var segment = PositionSegment()
            segment.entries[1] = latitude.0.map { .ascii($0) }
            segment.entries[2] = latitude.1
            segment.entries[3] = longitude.0.map { .ascii($0) }
            segment.entries[4] = longitude.1
            segment.entries[5] = altitude.0.map { .bytes($0) }
            segment.entries[6] = altitude.1
            return segment
        }
    }

    private static let paris = [48.8566666667, 2.3508333333]
    private static let written = "48/1 51/1 24/1"

    static let angles: [Case] = [
        Case(name: "regular", expected: paris),
        Case(
            name: "missing references", latitude: (nil, .rationals([48, 1, 51, 1, 24, 1])),
            longitude: (nil, .rationals([2, 1, 21, 1, 3, 1])), expected: paris,
            warnings: [
                "missing-reference: the latitude has no hemisphere, assumed N: '\(written)'",
                "missing-reference: the longitude has no hemisphere, assumed E: '2/1 21/1 3/1'",
            ]),
        Case(
            name: "missing longitude reference",
            latitude: ("S", .rationals([48, 1, 51, 1, 24, 1])),
            longitude: (nil, .rationals([2, 1, 21, 1, 3, 1])), expected: [-paris[0], paris[1]],
            warnings: [
                "missing-reference: the longitude has no hemisphere, assumed E: '2/1 21/1 3/1'"
            ]),
        Case(
            name: "lower case", latitude: ("s", .rationals([48, 1, 51, 1, 24, 1])),
            longitude: ("w", .rationals([2, 1, 21, 1, 3, 1])), expected: [-paris[0], -paris[1]],
            warnings: [
                "lowercase-reference: the latitude has its hemisphere in lower case: '\(written) "
                    + "s'",
                "lowercase-reference: the longitude has its hemisphere in lower case: '2/1 21/1 "
                    + "3/1 w'",
            ]),
        Case(
            name: "unknown reference", longitude: ("?", .rationals([2, 1, 21, 1, 3, 1])),
            expected: paris,
            warnings: [
                "unknown-reference: the longitude has the unknown hemisphere '?', assumed E: "
                    + "'2/1 21/1 3/1 ?'"
            ]),
        Case(
            name: "zero denominator in the seconds",
            latitude: ("N", .rationals([48, 1, 51, 1, 24, 0])),
            warnings: [
                "zero-denominator: the latitude has a denominator of zero: '48/1 51/1 24/0 N'"
            ]),
        Case(
            name: "zero denominators all over", latitude: ("N", .rationals([0, 0, 0, 0, 0, 0])),
            longitude: ("E", .rationals([0, 0, 0, 0, 0, 0])),
            warnings: [
                "zero-denominator: the latitude has a denominator of zero: '0/0 0/0 0/0 N'",
                "zero-denominator: the longitude has a denominator of zero: '0/0 0/0 0/0 E'",
            ]),
        Case(
            name: "latitude of 95", latitude: ("N", .rationals([95, 1, 0, 1, 0, 1])),
            warnings: [
                "latitude-out-of-range: the latitude is beyond 90 degrees: '95/1 0/1 0/1 N'"
            ]),
        Case(
            name: "longitude of 190", longitude: ("W", .rationals([190, 1, 0, 1, 0, 1])),
            warnings: [
                "longitude-out-of-range: the longitude is beyond 180 degrees: '190/1 0/1 0/1 W'"
            ]),
        Case(
            name: "largest numbers", latitude: ("N", .rationals([.max, 1, .max, 1, .max, 1])),
            warnings: [
                "minutes-out-of-range: the latitude has more than 60 minutes: '4294967295/1 "
                    + "4294967295/1 4294967295/1 N'",
                "seconds-out-of-range: the latitude has more than 60 seconds: '4294967295/1 "
                    + "4294967295/1 4294967295/1 N'",
                "latitude-out-of-range: the latitude is beyond 90 degrees: '4294967295/1 "
                    + "4294967295/1 4294967295/1 N'",
            ]),
        Case(
            name: "no fix", latitude: ("N", .rationals([0, 1, 0, 1, 0, 1])),
            longitude: ("E", .rationals([0, 1, 0, 1, 0, 1])),
            warnings: ["no-fix: the position is 0, 0, as written by receivers without a fix"]),
        Case(
            name: "on the equator", latitude: ("S", .rationals([0, 1, 0, 1, 0, 1])),
            expected: [0, paris[1]]),
        Case(
            name: "no longitude", longitude: ("E", nil),
            warnings: [
                "missing-longitude: the longitude is missing, with the latitude '\(written)'"
            ]),
        Case(
            name: "no latitude", latitude: (nil, nil),
            warnings: [
                "missing-latitude: the latitude is missing, with the longitude '2/1 21/1 3/1'"
            ]),
    ]

    static let components: [Case] = [
        Case(
            name: "two components", latitude: ("N", .rationals([48, 1, 514, 10])),
            expected: paris,
            warnings: [
                "two-components: the latitude has two components, degrees and minutes: '48/1 "
                    + "514/10 N'"
            ]),
        Case(
            name: "decimal degrees", latitude: ("N", .rationals([488_566_667, 10_000_000])),
            expected: [48.8566667, paris[1]]),
        Case(
            name: "decimal minutes", latitude: ("N", .rationals([48, 1, 514, 10, 0, 1])),
            expected: paris),
        Case(
            name: "four components", latitude: ("N", .rationals([48, 1, 51, 1, 24, 1, 9, 0])),
            expected: paris,
            warnings: [
                "too-many-components: the latitude has more than three components: '\(written) "
                    + "9/0 N'"
            ]),
        Case(
            name: "60 seconds, as exiftool writes a whole minute",
            latitude: ("N", .rationals([48, 1, 50, 1, 60, 1])),
            longitude: ("E", .rationals([151, 1, 60, 1, 0, 1])), expected: [48.85, 152]),
        Case(
            name: "61 minutes", latitude: ("N", .rationals([47, 1, 111, 1, 24, 1])),
            expected: paris,
            warnings: [
                "minutes-out-of-range: the latitude has more than 60 minutes: '47/1 111/1 24/1 N'"
            ]),
        Case(
            name: "84 seconds", latitude: ("N", .rationals([48, 1, 50, 1, 84, 1])),
            expected: paris,
            warnings: [
                "seconds-out-of-range: the latitude has more than 60 seconds: '48/1 50/1 84/1 N'"
            ]),
        Case(
            name: "signed value with a reference",
            latitude: ("S", .signed([-48, 1, 51, 1, 24, 1])),
            expected: [-paris[0], paris[1]],
            warnings: [
                "signed-value: the latitude has a sign and a hemisphere, using the hemisphere: "
                    + "'-48/1 51/1 24/1 S'"
            ]),
        Case(
            name: "signed value without a reference",
            latitude: (nil, .signed([-48, 1, 51, 1, 24, 1])), expected: [-paris[0], paris[1]],
            warnings: [
                "missing-reference: the latitude has no hemisphere, using its sign: '-48/1 51/1 "
                    + "24/1'"
            ]),
        Case(
            name: "text", latitude: ("N", .ascii("north of here")),
            warnings: ["unreadable: the latitude is not an angle: 'north of here N'"]),
        Case(
            name: "decimal text", latitude: ("S", .ascii("48.5")), expected: [-48.5, paris[1]]),
        Case(name: "nothing but references", latitude: ("N", nil), longitude: ("E", nil)),
        Case(
            name: "empty values", latitude: ("N", .rationals([])),
            longitude: ("E", .rationals([]))),
        Case(name: "empty directory", latitude: (nil, nil), longitude: (nil, nil)),
        Case(
            name: "altitude alone", latitude: (nil, nil), longitude: (nil, nil),
            altitude: ([0], .rationals([35, 1]))),
    ]

    static let altitudes: [Case] = [
        Case(name: "above", altitude: ([0], .rationals([355, 10])), expected: paris + [35.5]),
        Case(name: "below", altitude: ([1], .rationals([430, 1])), expected: paris + [-430]),
        Case(
            name: "Exif 3.0: above", altitude: ([2], .rationals([35, 1])), expected: paris + [35]),
        Case(
            name: "Exif 3.0: below", altitude: ([3], .rationals([35, 1])), expected: paris + [-35]),
        Case(name: "reference alone", altitude: ([0], nil), expected: paris),
        Case(
            name: "zero denominator", altitude: ([0], .rationals([35, 0])), expected: paris,
            warnings: [
                "altitude-zero-denominator: the altitude has a denominator of zero: '35/0'"
            ]),
        Case(
            name: "text", altitude: ([0], .ascii("high")), expected: paris,
            warnings: ["altitude-unreadable: the altitude is not a number: 'high'"]),
        Case(
            name: "missing reference", altitude: (nil, .rationals([35, 1])), expected: paris + [35],
            warnings: [
                "altitude-missing-reference: the altitude has no reference, assumed above "
                    + "sea level: '35/1'"
            ]),
        Case(
            name: "unknown reference", altitude: ([9], .rationals([35, 1])), expected: paris + [35],
            warnings: [
                "altitude-unknown-reference: the altitude has the unknown reference '9', assumed "
                    + "above sea level: '35/1'"
            ]),
        Case(
            name: "ten kilometres down", altitude: ([1], .rationals([10000, 1])),
            expected: paris + [-10000],
            warnings: [
                "altitude-implausible: an altitude of -10000.0 m is implausible: '10000/1'"
            ]),
        Case(
            name: "in orbit", altitude: ([0], .rationals([400_000, 1])),
            expected: paris + [400_000],
            warnings: [
                "altitude-implausible: an altitude of 400000.0 m is implausible: '400000/1'"
            ]),
    ]

    @Test("each irregularity of an angle has its own warning", arguments: angles + components)
    func angle(_ case: Case) throws {
        try check(`case`)
    }

    @Test("each irregularity of an altitude has its own warning", arguments: altitudes)
    func altitude(_ case: Case) throws {
        try check(`case`)
    }

    @Test("every warning is tested and explained once in docs/formats.md")
    func names() throws {
        let sentences =
            (Self.angles + Self.components + Self.altitudes).flatMap(\.warnings)
            + MetadataPositionTests.fallbacks.flatMap(\.warnings)
        let tested = Set(sentences.map { String($0.prefix { $0 != ":" }) })
        #expect(tested == Set(PositionWarning.allCases.map(\.rawValue)))
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/formats.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for name in tested {
            #expect(text.components(separatedBy: "`\(name)`").count == 2, "\(name)")
        }
    }

    private func check(_ case: Case) throws {
        let bytes = `case`.segment.jpeg()
        let read = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        let found = read.coordinate.map {
            [$0.latitude, $0.longitude] + [$0.altitude].compactMap(\.self)
        }
        #expect(found == `case`.expected)
        #expect(read.warnings == `case`.warnings)
        let joined = `case`.warnings.joined(separator: "; ")
        #expect(read.positionWarning == (joined.isEmpty ? nil : joined))
        let isEmpty = !`case`.hasAngles
        #expect((read.positionText == nil) == isEmpty)
    }
}

extension PositionWarningTests.Case {
    /// True if any part of the position can be kept.
    fileprivate var hasAngles: Bool {
        [latitude.1, longitude.1].contains { $0 != nil && $0 != .rationals([]) }
    }
}
