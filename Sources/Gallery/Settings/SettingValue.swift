package import Basics

/// What a setting is, and who says so.
package struct SettingValue: Sendable {
    /// Who says what a setting is, the strongest last.
    package enum Source: Hashable, Sendable {
        /// Nobody: it is the default.
        case standard
        /// The configuration file.
        case file(BytePath)
        /// A variable of the environment.
        case environment(String)
        /// A flag of the command line.
        case flag(String)
    }

    /// The setting.
    package let definition: SettingDefinition
    /// What it is, as it is given in the environment; empty for nothing.
    package let text: String
    /// Who says so.
    package let source: Source

    /// Makes a setting that somebody says.
    package init(definition: SettingDefinition, text: String, source: Source) {
        self.definition = definition
        self.text = text
        self.source = source
    }

    /// Every setting, in the order of the documentation.
    ///
    /// - Throws: as `GallerySettings.load`.
    package static func all(environment: [String: String]) throws(GalleryError) -> [SettingValue] {
        let settings = try GallerySettings.load(environment: environment)
        // Without a home there is no file, and settings do without.
        let file = try? SettingsFile(environment: environment)
        let names = try file?.names() ?? []
        var values: [SettingValue] = []
        for definition in SettingDefinition.all {
            var source = Source.standard
            if let file, names.contains(definition.name) { source = .file(file.path) }
            if environment[definition.variable]?.isEmpty == false {
                source = .environment(definition.variable)
            }
            var text = definition.text(in: settings)
            if definition.name == "catalog.path", text.isEmpty {
                text = (try? settings.catalogPath(environment: environment))?.escaped ?? ""
            }
            values.append(SettingValue(definition: definition, text: text, source: source))
        }
        return values
    }
}
