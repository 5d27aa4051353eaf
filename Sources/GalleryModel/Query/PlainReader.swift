import Basics

/// Reads periods, numbers of people, ratings and favorites in English and Spanish.
struct PlainReader {
    /// The current day.
    let today: CivilDate
    /// True for the seasons of the southern hemisphere.
    let isSouthern: Bool

    /// Words with a meaning; `isMonth` for a month without a year, which may also be a name.
    typealias Found = (count: Int, meaning: PlainQuery.Meaning, isMonth: Bool)

    /// Reads the words at the start of a sequence; nil if they have no such meaning.
    func read(_ words: ArraySlice<PlainPiece>) -> Found? {
        guard let first = words.first else { return nil }
        if let stars = Self.stars(first.text) { return (1, rating(stars...stars), false) }
        // "August of 2026", "el 3 de mayo": connectors within a period.
        let places = words.indices.filter { $0 == words.startIndex || !words[$0].isConnector }
        let all = Array(places.prefix(4))
        let keys = all.map { words[$0].key }
        func found(_ used: Int, _ meaning: PlainQuery.Meaning, isMonth: Bool = false) -> Found {
            (all[used - 1] - words.startIndex + 1, meaning, isMonth)
        }
        if let span = PartialDate(text: first.word).flatMap(plausible) {
            let month = keys.count > 1 && span.month == nil ? Self.months[keys[1]] : nil
            let date = month.flatMap { PartialDate(year: span.year, month: $0) }
            return found(date == nil ? 1 : 2, taken(date ?? span))
        }
        if let (used, span, isMonth) = period(keys) {
            return found(used, .init(kind: .date, .taken(span)), isMonth: isMonth)
        }
        if let (used, meaning) = counted(keys, words) { return found(used, meaning) }
        return nil
    }

    private func taken(_ date: PartialDate) -> PlainQuery.Meaning {
        .init(kind: .date, .taken(.from(date, through: date)))
    }

    /// A date with a year in which photos may have been taken, so that numbers are not years.
    private func plausible(_ date: PartialDate) -> PartialDate? {
        (1826...today.year + 1).contains(date.year) ? date : nil
    }

    // MARK: - Numbers

    private func rating(_ stars: ClosedRange<Int>) -> PlainQuery.Meaning {
        .init(kind: .rating, .rating(stars))
    }

    /// `★★★` and `3★`.
    static func stars(_ text: Substring) -> Int? {
        let digits = text.prefix(while: \.isASCII)
        let signs = text.dropFirst(digits.count)
        guard !signs.isEmpty, signs.allSatisfy({ $0 == "★" || $0 == "⭐" }) else { return nil }
        let count = digits.isEmpty ? signs.count : signs.count == 1 ? Int(digits) ?? 0 : 0
        return (1...5).contains(count) ? count : nil
    }

    private func counted(
        _ keys: [String], _ words: ArraySlice<PlainPiece>
    ) -> (used: Int, meaning: PlainQuery.Meaning)? {
        func faces(_ range: ClosedRange<Int>) -> PlainQuery.Meaning {
            .init(kind: .faces, .faces(range))
        }
        if Self.favorites.contains(keys[0]) {
            return (1, .init(kind: .favorite, .state(.favorite)))
        }
        if Self.noPeople.contains(keys[0]) { return (1, faces(0...0)) }
        if Self.people.contains(keys[0]) { return (1, faces(1...Int.max)) }
        guard keys.count > 1 else { return nil }
        let number = Self.without.contains(keys[0]) ? 0 : Self.number(keys[0])
        guard let number else { return nil }
        // "4+ stars"
        let isOpen = words.first?.text.last == "+"
        if Self.people.contains(keys[1]) || Self.person.contains(keys[1]) {
            return (2, faces(number...(isOpen ? Int.max : number)))
        }
        guard Self.stars.contains(keys[1]), (0...5).contains(number) else { return nil }
        return (2, rating(number...(isOpen ? 5 : number)))
    }

    private static func number(_ key: String) -> Int? {
        if key.utf8.count <= 2, key.utf8.allSatisfy(\.isDigit) { return Int(key) }
        return numbers[key]
    }

    // MARK: - Periods

    private func period(_ keys: [String]) -> (used: Int, span: DateSpan, isMonth: Bool)? {
        func found(_ used: Int, _ span: DateSpan?) -> (Int, DateSpan, Bool)? {
            span.map { (used, $0, false) }
        }
        func dated(_ day: Int, _ month: Int) -> (Int, DateSpan, Bool)? {
            let last = keys.dropFirst(2).first
            return found(last.flatMap(year) == nil ? 2 : 3, date(day, month, last))
        }
        let next = keys.count > 1 ? keys[1] : ""
        if Self.today.contains(keys[0]) { return found(1, .last(1, .days)) }
        if Self.yesterday.contains(keys[0]) { return found(1, .yesterday) }
        let isLast = Self.last.contains(keys[0])
        if isLast, keys.count > 2, let count = Self.number(next), count > 0,
            let unit = Self.units[keys[2]]
        {
            return found(3, .last(count, unit))
        }
        if isLast || Self.this.contains(keys[0]) {
            return found(2, span(named: next, isLast: isLast))
        }
        if Self.last.contains(next) { return found(2, span(named: keys[0], isLast: true)) }
        if let cycle = cycle(keys[0]) {
            if let year = year(next) {
                return found(2, months(from: year * 12 + cycle.start, cycle.length))
            }
            guard let month = Self.months[keys[0]] else { return nil }
            if let day = Self.day(next) { return dated(day, month) }
            // These are more often other words than months.
            if ["ago", "mar", "set"].contains(keys[0]) { return nil }
            let latest = Int.floor(now - cycle.start, 12)
            return (1, months(from: latest * 12 + cycle.start, 1), true)
        }
        if let day = Self.day(keys[0]), let month = Self.months[next] { return dated(day, month) }
        return nil
    }

    /// The current month, counted from the year 0.
    private var now: Int { today.year * 12 + today.month - 1 }

    /// A month or season: its first month, from 0 for January, and its number of months.
    ///
    /// The seasons are those of meteorology, three whole months each; the season around New Year
    /// has the year in which it ends.
    private func cycle(_ key: String) -> (start: Int, length: Int)? {
        if let month = Self.months[key] { return (month - 1, 1) }
        guard let season = Self.seasons[key] else { return nil }
        return (((season + (isSouthern ? 2 : 0)) % 4) * 3 - 1, 3)
    }

    /// The last or the current week, month, year, season or named month.
    private func span(named key: String, isLast: Bool) -> DateSpan? {
        if let (start, length) = cycle(key) {
            // The last one that is over; then the present one, or else that of this year.
            let last = Int.floor(now - start - length, 12)
            let present = (last + 1) * 12 + start <= now ? last + 1 : today.year
            return months(from: (isLast ? last : present) * 12 + start, length)
        }
        let back = isLast ? 1 : 0
        switch Self.units[key] {
        case .weeks:
            let day = CivilDate.days(year: today.year, month: today.month, day: today.day)
            let monday = day - (today.weekday + 6) % 7 - back * 7
            return .from(PartialDate(day: monday), through: PartialDate(day: monday + 6))
        case .months: return months(from: now - back, 1)
        case .years: return months(from: (today.year - back) * 12, 12)
        case .days, nil: return nil
        }
    }

    /// Whole months from one, counted from the year 0.
    private func months(from first: Int, _ count: Int) -> DateSpan {
        func month(_ index: Int) -> PartialDate? {
            PartialDate(year: index / 12, month: count == 12 ? nil : index % 12 + 1)
        }
        return .from(month(first), through: month(first + count - 1))
    }

    /// A day; without a year, the latest one.
    private func date(_ day: Int, _ month: Int, _ year: String?) -> DateSpan? {
        let isAhead = (month, day) > (today.month, today.day)
        let year = year.flatMap(self.year) ?? today.year - (isAhead ? 1 : 0)
        return PartialDate(year: year, month: month, day: day).map { .from($0, through: $0) }
    }

    private func year(_ key: String) -> Int? {
        guard key.utf8.count == 4, let date = PartialDate(text: key[...]) else { return nil }
        return plausible(date)?.year
    }

    /// `3`, `3rd`, `03`.
    private static func day(_ key: String) -> Int? {
        let digits = key.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count),
            ["", "st", "nd", "rd", "th"].contains(key.dropFirst(digits.count))
        else { return nil }
        return Int(digits)
    }

    // MARK: - Words

    /// The positions of words in lists, from 0.
    private static func positions(_ lists: String...) -> [String: Int] {
        var positions: [String: Int] = [:]
        for list in lists {
            for (place, words) in list.split(separator: " ").enumerated() {
                for word in words.split(separator: "/") { positions[String(word)] = place }
            }
        }
        return positions
    }

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(separator: " ").map(String.init))
    }

    private static let months = positions(
        "_ january february march april may june july august september october november december",
        "_ jan feb mar apr may jun jul aug sep/sept oct nov dec",
        "_ enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre "
            + "diciembre",
        "_ ene feb mar abr may jun jul ago sep/set oct nov dic"
    ).filter { $0.value > 0 }
    /// From the one around New Year in the northern hemisphere.
    private static let seasons = positions(
        "winter spring summer autumn/fall", "invierno primavera verano otono")
    private static let numbers = positions(
        "zero one two three four five six seven eight nine ten",
        "cero uno/una dos tres cuatro cinco seis siete ocho nueve diez")
    private static let units: [String: DateSpan.Unit] = [
        "day": .days, "days": .days, "dia": .days, "dias": .days, "week": .weeks, "weeks": .weeks,
        "semana": .weeks, "semanas": .weeks, "month": .months, "months": .months, "mes": .months,
        "meses": .months, "year": .years, "years": .years, "ano": .years, "anos": .years,
    ]
    private static let today = words("today hoy")
    private static let yesterday = words("yesterday ayer")
    private static let last = words(
        "last past previous ultimo ultima ultimos ultimas pasado pasada pasados pasadas")
    private static let this = words("this este esta")
    private static let people = words("people persons faces personas gente caras")
    private static let person = words("person face persona cara")
    private static let noPeople = words("nobody nadie")
    private static let without = words("no without sin ninguna")
    private static let stars = words("star stars estrella estrellas")
    private static let favorites = words(
        "favorite favorites favourite favourites favorito favoritos favorita favoritas")
}

extension PartialDate {
    /// Creates a day from the number of days since 1970-01-01.
    fileprivate init?(day: Int) {
        let date = CivilDate(unixSeconds: Int64(day) * 86_400)
        self.init(year: date.year, month: date.month, day: date.day)
    }
}

extension Int {
    /// The quotient rounded down.
    fileprivate static func floor(_ number: Int, _ divisor: Int) -> Int {
        Int((Double(number) / Double(divisor)).rounded(.down))
    }
}
