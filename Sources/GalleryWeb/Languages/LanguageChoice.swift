/// The choice of a language that stays: a button for each other language, on every page.
struct LanguageChoice {
    /// The name of the cookie that keeps it; its value is the code.
    static let cookie = "gallery-language"
    /// How long it is kept, in seconds: a year.
    static let lifetime = 31_536_000

    /// The language of the page.
    let language: PageLanguage
    /// The address to come back to.
    let next: String

    /// The values for the template `languages`.
    var values: [String: Any] {
        let others = PageLanguage.allCases.filter { $0 != language }
        return [
            "languageNext": next,
            "otherLanguages": others.map {
                ["languageCode": $0.code, "languageName": $0.say("language.name")]
            },
        ]
    }
}
