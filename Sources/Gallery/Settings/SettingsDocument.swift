import Basics
import Foundation

/// Writes what the table of settings says as files for people and editors.
package enum SettingsDocument {
    /// `Config/config.schema.json`: a JSON schema whose descriptions explain each setting.
    ///
    /// Source: JSON Schema draft 2020-12, https://json-schema.org/draft/2020-12/schema
    package static var schema: String {
        var lines = [
            "{",
            "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",",
            "  \"title\": \"Configuration of gallery\",",
            "  \"type\": \"object\",",
            "  \"additionalProperties\": false,",
            "  \"properties\": {",
            "    \"$schema\": { \"type\": \"string\" },",
        ]
        let sections = SettingDefinition.sections
        for (index, section) in sections.enumerated() {
            lines += [
                "    \(quoted(section)): {", "      \"type\": \"object\",",
                "      \"additionalProperties\": false,", "      \"properties\": {",
            ]
            let definitions = SettingDefinition.all.filter { $0.section == section }
            for (place, definition) in definitions.enumerated() {
                let summary = "\(definition.summary) Environment: \(definition.variable)."
                lines += [
                    "        \(quoted(definition.key)): {",
                    "          \"description\": \(quoted(summary)),",
                    "          " + definition.schemaType,
                    "        }" + (place + 1 < definitions.count ? "," : ""),
                ]
            }
            lines += ["      }", "    }" + (index + 1 < sections.count ? "," : "")]
        }
        return (lines + ["  }", "}", ""]).joined(separator: "\n")
    }

    /// `Config/config.example.json`: every setting but the secrets and the path with its default.
    package static var example: String {
        var lines = ["{", "  \"$schema\": \"config.schema.json\","]
        let sections = SettingDefinition.sections
        for (index, section) in sections.enumerated() {
            lines.append("  \(quoted(section)): {")
            let definitions = SettingDefinition.all.filter { $0.section == section }
            for (place, definition) in definitions.enumerated() {
                let comma = place + 1 < definitions.count ? "," : ""
                lines.append("    \(quoted(definition.key)): \(definition.exampleValue)\(comma)")
            }
            lines.append("  }" + (index + 1 < sections.count ? "," : ""))
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    /// The settings as a Markdown table.
    package static var markdown: String {
        let rows = SettingDefinition.all.map { definition in
            let standard = definition.defaultText.isEmpty ? "" : "`\(definition.defaultText)`"
            return "| `\(definition.name)` | `\(definition.variable)` | \(standard) "
                + "| \(definition.summary) Give \(definition.allowed). |"
        }
        return (["| key | environment | default | meaning |", "| --- | --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }

    static func quoted(_ text: String) -> String {
        String(decoding: JSONText.quoted(text), as: UTF8.self)
    }
}

extension SettingDefinition {
    /// The sections in their order.
    package static var sections: [String] {
        all.reduce(into: []) { if $0.last != $1.section { $0.append($1.section) } }
    }

    fileprivate var schemaType: String {
        switch value {
        case .secret, .line: "\"type\": [\"string\", \"null\"]"
        case .url:
            "\"type\": \"string\", \"format\": \"uri\", \"pattern\": \"^https?://\", "
                + "\"default\": \(SettingsDocument.quoted(defaultText))"
        case .optionalURL:
            "\"type\": [\"string\", \"null\"], \"format\": \"uri\", \"pattern\": \"^https?://\""
        case .tiles:
            "\"type\": [\"string\", \"null\"], \"pattern\": \"^https?://[^/{}]+/.*[{][xyz][}]\""
        case .hosts, .networks:
            "\"type\": \"array\", \"items\": { \"type\": \"string\" }, \"default\": []"
        case .integer(_, let range):
            "\"type\": \"integer\", \"minimum\": \(range.lowerBound), "
                + "\"maximum\": \(range.upperBound), \"default\": \(defaultText)"
        case .integers(_, let range):
            "\"type\": \"array\", \"items\": { \"type\": \"integer\", "
                + "\"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound) }, "
                + "\"minItems\": 1, \"maxItems\": \(SettingDefinition.mostIntegers), "
                + "\"uniqueItems\": true, \"default\": [\(listed)]"
        case .seconds(_, let range):
            "\"type\": \"number\", \"minimum\": \(SettingDefinition.text(range.lowerBound)), "
                + "\"maximum\": \(SettingDefinition.text(range.upperBound)), "
                + "\"default\": \(defaultText)"
        case .choice(_, let words):
            "\"enum\": [\(words.map(SettingsDocument.quoted).joined(separator: ", "))], "
                + "\"default\": \(SettingsDocument.quoted(defaultText))"
        case .coordinate:
            "\"type\": [\"string\", \"null\"], \"pattern\": \"^[-+0-9. ]+,[-+0-9. ]+$\""
        case .assignments:
            "\"type\": \"array\", \"items\": { \"type\": \"string\", "
                + "\"pattern\": \"^[a-z-]+=[A-Za-z]{2}$\" }, \"default\": []"
        case .folder: "\"type\": [\"string\", \"null\"], \"pattern\": \"^(/|~/|~$)\""
        }
    }

    fileprivate var exampleValue: String {
        switch value {
        case .secret, .folder, .coordinate, .optionalURL, .tiles, .line: "null"
        case .url, .choice: SettingsDocument.quoted(defaultText)
        case .hosts, .networks, .assignments: "[]"
        case .integers: "[\(listed)]"
        case .integer, .seconds: defaultText
        }
    }

    /// The default's numbers as JSON lists them.
    private var listed: String { defaultText.replacing(",", with: ", ") }
}
