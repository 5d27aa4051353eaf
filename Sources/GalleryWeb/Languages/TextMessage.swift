/// A text of the tables with what its placeholders stand for, to be said once the language is known.
struct TextMessage: Hashable, Sendable {
    /// The key of the text.
    var key: String
    /// What its placeholders stand for.
    var values: [String: String] = [:]
    /// The number that chooses its plural form; nil for a text that has none.
    var count: Int?

    /// The text in a language.
    func text(in language: PageLanguage) -> String {
        language.say(key, values, count: count)
    }
}
