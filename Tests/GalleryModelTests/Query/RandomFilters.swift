import GalleryModel

/// Reproducible pseudorandom numbers.
///
/// Source: SplitMix64, https://prng.di.unimi.it/splitmix64.c
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}

/// Filters in the form that the parser returns.
struct RandomFilters {
    var generator: SeededGenerator

    mutating func filter() -> PhotoFilter {
        chance(50) ? .everything : filter(depth: Int.random(in: 0...5, using: &generator))
    }

    private mutating func filter(depth: Int) -> PhotoFilter {
        if depth == 0 { return .condition(condition()) }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return .not(filter(depth: depth - 1))
        case 1:
            // Adjacent terms of the same kind form one list.
            return .all(parts(depth) { if case .all(let parts) = $0 { parts } else { [$0] } })
        case 2: return .any(parts(depth) { if case .any(let parts) = $0 { parts } else { [$0] } })
        default: return .condition(condition())
        }
    }

    private mutating func parts(
        _ depth: Int, _ flat: (PhotoFilter) -> [PhotoFilter]
    ) -> [PhotoFilter] {
        (0..<Int.random(in: 2...4, using: &generator)).flatMap { _ in flat(filter(depth: depth - 1))
        }
    }

    private mutating func condition() -> PhotoCondition {
        switch Int.random(in: 0..<21, using: &generator) {
        case 0: .words("x" + text())
        case 1: .tag(text())
        case 2: .near(position(), kilometers: Double.random(in: 0.001...20_000, using: &generator))
        case 3: .box(box())
        case 4: .country(text())
        case 5: .region(text())
        case 6: .city(text())
        case 7: .faces(range(0...Int.max))
        case 8: .person(text())
        case 9: .taken(span())
        case 10: .added(span())
        case 11: .license(text())
        case 12: .camera(text())
        case 13: .lens(text())
        case 14: .rating(range(-1...5))
        case 15: .type(text().lowercased())
        case 16: .size(range(0...Int.max))
        case 17: .section(SectionReference(text: "x" + text()))
        case 18: .owner(text())
        case 19: .state(one(of: PhotoCondition.State.allCases, .public))
        default: .has(one(of: PhotoCondition.Property.allCases, .date))
        }
    }

    /// Text of syntax characters, plain letters and any other scalars; not empty, without
    /// surrounding blanks.
    private mutating func text() -> String {
        if chance(10) {
            return one(of: ["or", "AND", "not:x", "-", "a:b", "..", "\\", "\""], "or")
        }
        var text = String.UnicodeScalarView()
        let awkward = Array("\"\\()-:<>=. \t\n'犬\u{301}\u{345}\u{200D}\u{FEFF}é".unicodeScalars)
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: text.append(one(of: awkward, "x"))
            case 1:
                let value = UInt32.random(in: 1...0x10FFFF, using: &generator)
                text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
            default: text.append(Unicode.Scalar(UInt8.random(in: 0x61...0x7A, using: &generator)))
            }
        }
        return "y" + String(text) + "z"
    }

    private mutating func position() -> Coordinate {
        let latitude = Double.random(in: -90...90, using: &generator)
        let longitude = Double.random(in: -180...180, using: &generator)
        return Coordinate(latitude: latitude, longitude: longitude) ?? position()
    }

    private mutating func box() -> CoordinateBox {
        let corners = (position(), position())
        return CoordinateBox(
            west: corners.0.longitude, south: min(corners.0.latitude, corners.1.latitude),
            east: corners.1.longitude, north: max(corners.0.latitude, corners.1.latitude)) ?? box()
    }

    private mutating func range(_ bounds: ClosedRange<Int>) -> ClosedRange<Int> {
        let ends = [number(bounds), number(bounds)].sorted()
        return ends[0]...ends[1]
    }

    private mutating func number(_ bounds: ClosedRange<Int>) -> Int {
        if chance(4) { return bounds.upperBound }
        if chance(4) { return bounds.lowerBound }
        return Int.random(
            in: bounds.lowerBound...min(bounds.upperBound, 9_000_000), using: &generator)
    }

    private mutating func span() -> DateSpan {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            .last(Int.random(in: 1...40, using: &generator), one(of: DateSpan.Unit.allCases, .days))
        case 1: .yesterday
        case 2: .from(date(1...5000), through: nil)
        case 3: .from(nil, through: date(1...9999))
        case 4: .from(date(1...2020), through: date(2021...9999))
        default: sameDay()
        }
    }

    private mutating func sameDay() -> DateSpan {
        let date = date(1...9999)
        return .from(date, through: date)
    }

    private mutating func date(_ years: ClosedRange<Int>) -> PartialDate? {
        let month = chance(2) ? Int.random(in: 1...12, using: &generator) : nil
        return PartialDate(
            year: Int.random(in: years, using: &generator), month: month,
            day: month == nil || chance(2) ? nil : Int.random(in: 1...28, using: &generator))
    }

    private mutating func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &generator) == 0
    }

    private mutating func one<Value>(of values: [Value], _ other: Value) -> Value {
        values.randomElement(using: &generator) ?? other
    }
}
