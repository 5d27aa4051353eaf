/// A text of the tables with what its placeholders stand for, to be said once the language is known.
struct TextMessage: Hashable, Sendable {
    /// The key of the text.
    var key: String
    /// What its placeholders stand for.
    var values: [String: String] = [:]
    /// The number that chooses its plural form; nil for a text that has none.
    var count: Int?
    /// Further messages that its placeholders stand for.
    var parts: [String: TextMessage] = [:]

    /// Makes a message.
    init(
        say key: String, _ values: [String: String] = [:], count: Int? = nil,
        parts: [String: TextMessage] = [:]
    ) {
        self.key = key
        self.values = values
        self.count = count
        self.parts = parts
    }

    /// The text in a language.
    func text(in language: PageLanguage) -> String {
        let told = parts.mapValues { $0.text(in: language) }
        return language.say(key, values.merging(told) { _, part in part }, count: count)
    }
}
