/// Finds what a person may have meant by a name that does not exist.
package enum NearestName {
    /// How many bytes of the typed text count: a name longer than any of ours by far cannot be near.
    private static let typedLength = 128

    /// The name that is most likely meant; nil where there are no names.
    package static func nearest(to text: String, among names: [String]) -> String? {
        suggestions(for: text, among: names).first
    }

    /// The name that a slip may have made of the text; nil where more is wrong than right.
    package static func likely(for text: String, among names: [String]) -> String? {
        nearest(to: text, among: names).flatMap {
            // Of a single letter, a slip leaves nothing right.
            $0.count > 1 && distance(text, $0) <= max($0.count / 3, 1) ? $0 : nil
        }
    }

    /// The names a person may have meant: those that contain the text, then those at the smallest
    /// distance; at most three, and always at least one where there are names.
    package static func suggestions(for text: String, among names: [String]) -> [String] {
        let typed = text.lowercased()
        let bytes = Array(typed.utf8.prefix(typedLength))
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

    /// How many insertions, deletions, replacements and swaps of neighbours make one text the other,
    /// without regard to case; of the first text the first 128 bytes count.
    package static func distance(_ text: String, _ name: String) -> Int {
        distance(
            Array(text.lowercased().utf8.prefix(typedLength)), Array(name.lowercased().utf8))
    }

    /// Counts the steps between two texts.
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
