/// Suggests existing names for a mistyped one.
package enum NearestName {
    /// The number of bytes of the typed text that are compared; no name is nearly as long.
    private static let comparedLength = 128

    /// Returns the nearest name; nil if there are no names.
    package static func nearest(to text: String, among names: [String]) -> String? {
        suggestions(for: text, among: names).first
    }

    /// Returns the nearest name if it differs only by a typo, else nil.
    package static func likely(for text: String, among names: [String]) -> String? {
        nearest(to: text, among: names).flatMap {
            // A typo in a single letter leaves nothing in common.
            $0.count > 1 && distance(text, $0) <= max($0.count / 3, 1) ? $0 : nil
        }
    }

    /// Returns up to three suggestions: names that contain the text, then those with the smallest
    /// distance.
    ///
    /// Never empty unless `names` is.
    package static func suggestions(for text: String, among names: [String]) -> [String] {
        let typed = text.lowercased()
        let bytes = Array(typed.utf8.prefix(comparedLength))
        let ranked = names.enumerated().map { index, name in
            let candidate = name.lowercased()
            let contains = bytes.count >= 3 && candidate.contains(typed)
            let distance = contains ? 1 : distance(bytes, Array(candidate.utf8))
            return (distance: distance, index: index, name: name)
        }.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
        guard let best = ranked.first else { return [] }
        return ranked.prefix { $0.distance <= best.distance + (best.distance > 1 ? 1 : 0) }
            .prefix(3).map(\.name)
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbors that turn
    /// one text into the other, ignoring case; only the first 128 bytes of the first text count.
    package static func distance(_ text: String, _ name: String) -> Int {
        distance(
            Array(text.lowercased().utf8.prefix(comparedLength)), Array(name.lowercased().utf8))
    }

    /// Computes the edit distance of two byte strings.
    ///
    /// Source: optimal string alignment, https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforeLast = [Int]()
        var last = Array(0...right.count)
        for row in 1...left.count {
            var current = [row]
            for column in 1...right.count {
                let cost = left[row - 1] == right[column - 1] ? 0 : 1
                var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
                if row > 1, column > 1, left[row - 1] == right[column - 2],
                    left[row - 2] == right[column - 1]
                {
                    best = min(best, beforeLast[column - 2] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
