import Foundation
import GalleryModel
import Testing

@Suite("EditRecipe")
struct PhotoEditTests {
    private func edit(_ text: String) throws -> PhotoEdit { try PhotoEdit(json: text.utf8) }

    @Test("the examples of the documentation are recipes that round-trip through their text")
    func examples() throws {
        let page = try ProjectFile.text("docs/edits.md")
        let blocks = page.components(separatedBy: "```json\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 5)
        for block in blocks {
            let decoded = try edit(block)
            let again = try edit(decoded.json)
            #expect(decoded == again && !decoded.isEmpty)
        }
        #expect(try edit(blocks[0]).straightening == 2.5)
        #expect(
            try edit(blocks[2]).effects == [
                AppliedEffect(.noir, intensity: 0.8), AppliedEffect(.vignette),
            ])
    }

    @Test("the documentation and the schema name every key")
    func keys() throws {
        let page = try ProjectFile.text("docs/edits.md")
        var full = PhotoEdit()
        full.rotation = 90
        full.isMirrored = true
        full.straightening = 1
        full.crop = RelativeRectangle(x: 0, y: 0, width: 0.5, height: 1)
        full.zoom = 2
        full.center = RelativePoint(x: 0.5, y: 0.5)
        full.square = 64
        full.longEdge = 32
        full.effects = [AppliedEffect(.mono, intensity: 0.5)]
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(full.json.utf8)) as? [String: Any])
        for key in object.keys { #expect(page.contains("| `\(key)` |")) }
        let schema = try EditSchema()
        #expect(Set(schema.properties.keys) == Set(object.keys))
        let inner = ["crop", "center"]
        for key in inner {
            let part = try #require(object[key] as? [String: Any])
            #expect(try schema.required(of: key) == Set(part.keys))
        }
        let back = try edit(full.json)
        #expect(back == full)
    }

    @Test(
        "the schema has the program's ranges",
        arguments: ["straightening", "zoom", "square", "longestSide"])
    func ranges(key: String) throws {
        let schema = try EditSchema()
        let least = try schema.number(key, "minimum")
        let maximum = try schema.number(key, "maximum")
        let values: [(Double, Bool)] = [
            (least, true), (maximum, true), (least - 1, false), (maximum + 1, false),
        ]
        for (value, isFine) in values {
            let text = "{\"version\":1,\"\(key)\":\(Int(value))}"
            if isFine {
                _ = try edit(text)
            } else {
                #expect(throws: PhotoEditError.self) { try edit(text) }
            }
        }
    }

    @Test("the schema has the program's lists")
    func lists() throws {
        let schema = try EditSchema()
        #expect(schema.properties["rotation"]?["enum"] as? [Int] == [0, 90, 180, 270])
        #expect(schema.properties["version"]?["const"] as? Int == PhotoEdit.version)
        #expect(schema.properties["effects"]?["maxItems"] as? Int == PhotoEdit.maximumEffects)
        let items = schema.properties["effects"]?["items"] as? [String: Any]
        let effect = items?["properties"] as? [String: [String: Any]]
        #expect(effect?["name"]?["enum"] as? [String] == EffectName.allCases.map(\.rawValue))
        #expect(effect.map { Set($0.keys) } == ["name", "intensity"])
    }

    @Test(
        "invalid recipes are rejected with a reason",
        arguments: [
            ("", "not a JSON"), ("[]", "not an edit recipe"), ("{}", "version"),
            ("{\"version\":2}", "newer"), ("{\"version\":0}", "version"),
            ("{\"version\":1,\"turn\":90}", "turn"),
            ("{\"version\":1,\"rotation\":45}", "rotation"),
            ("{\"version\":1,\"zoom\":0.5}", "zoom"),
            ("{\"version\":1,\"center\":{\"x\":2,\"y\":0}}", "center"),
            ("{\"version\":1,\"crop\":{\"x\":0.5,\"y\":0,\"width\":0.6,\"height\":1}}", "crop"),
            ("{\"version\":1,\"crop\":{\"x\":0.5,\"y\":0,\"width\":0,\"height\":1}}", "crop"),
            ("{\"version\":1,\"effects\":[{\"name\":\"sparkle\"}]}", "sparkle"),
            ("{\"version\":1,\"effects\":[{\"name\":\"noir\",\"intensity\":2}]}", "intensity"),
            ("{\"version\":1,\"zoom\":1e999}", "edit recipe"),
            (
                "{\"version\":1,\"rotation\":90,\"rotation\":180}",
                "not an edit recipe: duplicate key 'rotation' at line 1, column 28"
            ),
            ("{\"version\":1", "expected ',' or '}' at line 1, column 13"),
            ("[]", "it is a list, not a JSON object"),
            (
                "{\"version\":1,\"crop\":[1]}",
                "'crop' must be an object (see docs/edits.md), not a list"
            ),
            ("{\"version\":1,\"effects\":{}}", "'effects' must be a list, not an object"),
            ("{\"version\":\"1\"}", "'version' must be a whole number, not the text '1'"),
            ("{\"version\":1,\"rotation\":1.5}", "'rotation' must be a whole number, not 1.5"),
            ("{\"version\":1,\"mirrored\":1}", "'mirrored' must be true or false, not 1"),
            ("{\"version\":1,\"crop\":{\"x\":0,\"y\":0,\"width\":1}}", "'crop.height' is missing"),
            ("{\"version\":1,\"effects\":[{\"name\":\"glow\"}]}", "invalid effect 'glow'"),
            (
                "{\"version\":1,\"effects\":[{\"name\":\"mono\"},{\"name\":7}]}",
                "'effects[1].name' must be a text, not 7"
            ),
            ("{\"version\":1,\"center\":{\"x\":0,\"y\":0,\"z\":0}}", "unknown key 'center.z'"),
            (
                "{\"version\":1,\"effects\":[{\"name\":\"mono\",\"intensty\":0.5}]}",
                "unknown key 'effects[0].intensty'"
            ),
        ])
    func refused(text: String, hint: String) throws {
        let error = #expect(throws: PhotoEditError.self) { try edit(text) }
        #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
    }

    @Test("an edit is coded as its JSON form")
    func coding() throws {
        let text = #"{"effects":[{"name":"noir"}],"rotation":90,"square":64,"version":1}"#
        let edit = try JSONDecoder().decode(PhotoEdit.self, from: Data(text.utf8))
        #expect(try edit == self.edit(text))
        let again = try JSONEncoder().encode(edit)
        #expect(try JSONDecoder().decode(PhotoEdit.self, from: again) == edit)
        let effects = try JSONEncoder().encode(edit.effects)
        #expect(try JSONDecoder().decode([AppliedEffect].self, from: effects) == edit.effects)
        #expect(throws: PhotoEditError.self) {
            try JSONDecoder().decode(PhotoEdit.self, from: Data(#"{"version":1,"turn":90}"#.utf8))
        }
    }

    @Test("an empty recipe contains only its version")
    func empty() {
        #expect(PhotoEdit().json == "{\"version\":1}")
        #expect(PhotoEdit().isEmpty)
    }

    @Test("a change without effect is not an edit and is not written")
    func simplified() {
        var edit = PhotoEdit()
        edit.crop = RelativeRectangle(x: 0, y: 0, width: 1, height: 1)
        edit.center = RelativePoint(x: 0.25, y: 0.25)
        edit.straightening = 1e-300
        edit.effects = [AppliedEffect(.fade, intensity: 0)]
        #expect(edit.isEmpty)
        #expect(edit.json == "{\"version\":1}")
        edit.zoom = 2
        edit.effects.append(AppliedEffect(.mono))
        #expect(!edit.isEmpty)
        #expect(edit.simplified.effects == [AppliedEffect(.mono)])
        #expect(edit.simplified.center == RelativePoint(x: 0.25, y: 0.25))
    }

    @Test("turning a picture there and back restores its text", arguments: 1...50)
    func drift(width: Int) {
        var edit = PhotoEdit()
        edit.crop = RelativeRectangle(
            x: 0, y: 1 / Double(width + 7), width: Double(width) / 53, height: 0.1)
        let before = edit.json
        edit.turn(to: 0, isMirrored: true)
        edit.turn(to: 90, isMirrored: true)
        edit.turn(to: 0, isMirrored: false)
        #expect(edit.json == before)
    }

    @Test("turning also moves the crop and its center: four quarters or two mirrors change nothing")
    func turn() throws {
        var edit = PhotoEdit()
        edit.crop = RelativeRectangle(x: 0, y: 0.5, width: 0.25, height: 0.5)
        edit.center = RelativePoint(x: 0.125, y: 0.75)
        edit.straightening = 3
        let before = edit
        edit.turn(to: 90, isMirrored: false)
        #expect(edit.crop == RelativeRectangle(x: 0, y: 0, width: 0.5, height: 0.25))
        #expect(edit.center == RelativePoint(x: 0.25, y: 0.125))
        for rotation in [180, 270] {
            edit.turn(to: rotation, isMirrored: true)
            edit.turn(to: rotation, isMirrored: false)
        }
        edit.turn(to: 0, isMirrored: false)
        #expect(edit == before)
    }

    @Test(
        "effects are read from their short text",
        arguments: [
            ("noir", 1.0), ("noir:0.8", 0.8), ("NOIR:1", 1.0), ("noir:1.5", nil), ("noir:", nil),
            ("sparkle", nil), ("noir:nan", nil), ("", nil),
        ] as [(String, Double?)])
    func effectText(text: String, intensity: Double?) {
        #expect(AppliedEffect(text: text)?.intensity == intensity)
    }
}

/// The schema of edit recipes.
struct EditSchema {
    /// The schemas of the keys.
    let properties: [String: [String: Any]]

    init() throws {
        let text = try ProjectFile.text("Config/edit-recipe.schema.json")
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        properties = try #require(object?["properties"] as? [String: [String: Any]])
    }

    /// A limit of a key.
    func number(_ key: String, _ bound: String) throws -> Double {
        try #require(properties[key]?[bound] as? NSNumber).doubleValue
    }

    /// The required members of a key's object.
    func required(of key: String) throws -> Set<String> {
        Set(try #require(properties[key]?["required"] as? [String]))
    }
}

/// Reads files of the package.
enum ProjectFile {
    /// The text of a file, by its path relative to the package's folder.
    static func text(_ path: String, from file: String = #filePath) throws -> String {
        var folder = URL(filePath: file).resolvingSymlinksInPath()
        while folder.path().count > 1 {
            folder.deleteLastPathComponent()
            let candidate = folder.appending(path: path)
            if FileManager.default.fileExists(atPath: candidate.path) {
                return try String(contentsOf: candidate, encoding: .utf8)
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
