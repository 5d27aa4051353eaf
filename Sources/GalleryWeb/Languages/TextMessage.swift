import Basics
import Gallery
import GalleryModel

/// A reference to a text of the tables, with the values of its placeholders; resolved when the
/// language is known.
struct TextMessage: Hashable, Sendable {
    /// The key of the text.
    var key: String
    /// The values of its placeholders.
    var values: [String: String] = [:]
    /// The number that selects its plural form; nil for a text without plural forms.
    var count: Int?
    /// Messages that replace further placeholders.
    var parts: [String: TextMessage] = [:]

    init(
        say key: String, _ values: [String: String] = [:], count: Int? = nil,
        parts: [String: TextMessage] = [:]
    ) {
        self.key = key
        self.values = values
        self.count = count
        self.parts = parts
    }

    /// Returns the text in a language.
    func text(in language: PageLanguage) -> String {
        let translatedParts = parts.mapValues { $0.text(in: language) }
        return language.say(key, values.merging(translatedParts) { _, part in part }, count: count)
    }
}

extension TextMessage {
    /// Creates the message for a library error.
    init(_ fault: GalleryFault) {
        switch fault {
        case .noPhoto(let name):
            self.init(say: "error.no-photo", ["photo": DisplayText.truncated(name, to: 60)])
        case .trashedPhoto(let id): self.init(say: "error.photo-in-trash", ["photo": "\(id)"])
        case .nothingToShare: self.init(say: "error.nothing-to-give")
        case .tooManyToShare(let maximum):
            self.init(say: "error.many-to-give", ["most": Count.text(maximum)])
        case .linkExpired: self.init(say: "error.link-over")
        case .noShareLink(let id): self.init(say: "error.no-link", ["link": "\(id)"])
        case .revokedShareLink(let id): self.init(say: "error.link-revoked", ["link": "\(id)"])
        }
    }
}

extension TextMessage {
    /// Creates the message for a query error; nil if it has no translation.
    init?(_ fault: QueryFault) {
        switch fault {
        case .tooLong(let maximum):
            self.init(say: "query-fault.too-long", ["most": Count.text(maximum)])
        case .tooMany(let maximum): self.init(say: "query-fault.too-many", ["most": "\(maximum)"])
        case .tooDeep(let maximum): self.init(say: "query-fault.too-deep", ["most": "\(maximum)"])
        case .unopened: self.init(say: "query-fault.unopened")
        case .unclosed: self.init(say: "query-fault.unclosed")
        case .emptyParentheses: self.init(say: "query-fault.nothing-within")
        case .nothingAfter(let word):
            self.init(say: "query-fault.nothing-behind", ["word": word])
        case .nothingBefore(let word):
            self.init(say: "query-fault.nothing-before", ["word": word])
        case .nothingToNegate(let sign): self.init(say: "query-fault.no-opposite", ["sign": sign])
        case .notWithoutColon(let word): self.init(say: "query-fault.bare-not", ["word": word])
        case .star: self.init(say: "query-fault.star")
        case .unclosedQuote: self.init(say: "query-fault.unclosed-quote")
        case .emptyQuotes: self.init(say: "query-fault.empty-quotes")
        case .missingSpace(let term, let character):
            self = TextMessage.missingSpace(term, ["character": String(character)])
        case .noLetters(let text): self.init(say: "query-fault.no-letters", ["text": text])
        case .unknownKey(let name, let likely):
            let values = ["name": name, "keys": QueryFault.keys, "likely": likely ?? ""]
            self =
                likely == nil
                ? TextMessage(say: "query-fault.unknown-key", values)
                : TextMessage(say: "query-fault.unknown-key-likely", values)
        case .invalidValue(let key, let value, let likely):
            let values = ["key": key.rawValue, "value": value, "likely": likely ?? ""]
            let parts = ["expected": TextMessage(expectedOf: key)]
            self =
                likely == nil
                ? TextMessage(say: "query-fault.invalid-value", values, parts: parts)
                : TextMessage(say: "query-fault.invalid-value-likely", values, parts: parts)
        case .unknownName(let noun, let name, let likely, let names):
            let values = [
                "name": name, "likely": likely ?? "", "names": names.joined(separator: ", "),
            ]
            self = TextMessage.noName(noun, isLikely: likely != nil, values)
        case .other: return nil
        }
    }

    private static func missingSpace(
        _ term: QueryFault.Term, _ values: [String: String]
    ) -> TextMessage {
        switch term {
        case .parenthesis: TextMessage(say: "query-fault.no-blank-parenthesis", values)
        case .quote: TextMessage(say: "query-fault.no-blank-quote", values)
        case .word: TextMessage(say: "query-fault.no-blank-word", values)
        case .value: TextMessage(say: "query-fault.no-blank-value", values)
        }
    }

    private static func noName(
        _ noun: QueryFault.Noun, isLikely: Bool, _ values: [String: String]
    ) -> TextMessage {
        switch (noun, isLikely) {
        case (.section, false): TextMessage(say: "query-fault.no-section", values)
        case (.section, true): TextMessage(say: "query-fault.no-section-likely", values)
        case (.country, false): TextMessage(say: "query-fault.no-country", values)
        case (.country, true): TextMessage(say: "query-fault.no-country-likely", values)
        case (.license, false): TextMessage(say: "query-fault.no-license", values)
        case (.license, true): TextMessage(say: "query-fault.no-license-likely", values)
        case (.format, false): TextMessage(say: "query-fault.no-format", values)
        case (.format, true): TextMessage(say: "query-fault.no-format-likely", values)
        }
    }

    /// Creates a description of a key's values, with examples.
    private init(expectedOf key: QueryKey) {
        switch key {
        case .tag: self.init(say: "query-value.tag")
        case .near: self.init(say: "query-value.near")
        case .bbox: self.init(say: "query-value.bbox")
        case .home: self.init(say: "query-value.home")
        case .country: self.init(say: "query-value.country")
        case .region: self.init(say: "query-value.region")
        case .city: self.init(say: "query-value.city")
        case .faces: self.init(say: "query-value.faces")
        case .person: self.init(say: "query-value.person")
        case .taken, .added: self.init(say: "query-value.days", ["key": key.rawValue])
        case .license: self.init(say: "query-value.license")
        case .camera: self.init(say: "query-value.camera")
        case .lens: self.init(say: "query-value.lens")
        case .rating: self.init(say: "query-value.rating")
        case .type: self.init(say: "query-value.type")
        case .size: self.init(say: "query-value.size")
        case .section: self.init(say: "query-value.section")
        case .owner: self.init(say: "query-value.owner")
        case .is: self.init(oneOf: PhotoCondition.State.self)
        case .has, .no: self.init(oneOf: PhotoCondition.Property.self)
        }
    }

    private init<Choice: CaseIterable & RawRepresentable<String>>(oneOf choices: Choice.Type) {
        let names = choices.allCases.map(\.rawValue)
        self.init(
            say: "query-value.one-of",
            ["names": names.dropLast().joined(separator: ", "), "last": names.last ?? ""])
    }
}
