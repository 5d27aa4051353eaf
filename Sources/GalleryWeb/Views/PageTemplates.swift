import Mustache

/// The templates of all pages, read when the first page is asked for.
enum PageTemplates {
    /// Makes a page.
    ///
    /// - Parameters:
    ///   - name: the template, such as `home` for `Views/home.mustache`.
    ///   - values: what its names stand for; those of a list's items hide those around it.
    ///   - language: the language of its own texts.
    /// - Throws: where the template cannot be read.
    static func render(
        _ name: String, _ values: Any, in language: PageLanguage
    ) throws -> String {
        guard let page = try libraries.get()[language]?.render(values, withTemplate: name) else {
            throw Missing(name: name)
        }
        return page
    }

    /// A template that the program does not carry.
    struct Missing: Error {
        let name: String
    }

    /// The names of the templates.
    static var names: [String] {
        EmbeddedFiles.all.values.filter { $0.path.hasSuffix(".mustache") }
            .map { String($0.name.prefix { $0 != "." }) }.sorted()
    }

    /// The templates of each language, with its texts in them (`SpokenText`).
    ///
    /// Each template begins by saying what it is: the parts that a template takes in do not inherit it.
    private static let libraries = Result {
        MustacheContentTypes.register(PageText(), named: PageText.name)
        var libraries: [PageLanguage: MustacheLibrary] = [:]
        for language in PageLanguage.allCases {
            let spoken = SpokenText(language)
            var library = MustacheLibrary()
            for file in EmbeddedFiles.all.values where file.path.hasSuffix(".mustache") {
                try library.register(
                    "{{% CONTENT_TYPE: \(PageText.name) }}" + spoken.template(file.text),
                    named: String(file.name.prefix { $0 != "." }))
            }
            libraries[language] = library
        }
        return libraries
    }
}
