import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("Finding photos")
struct FindTests {
    /// Five camera photos, in this order.
    private static func makeScene() throws -> PlaceScene {
        let scene = try PlaceScene()
        let brest = Coordinate(latitude: 48.3904, longitude: -4.4861)
        try scene.add(
            "1 red dog", at: brest, taken: "2024:05:17 10:00:00", keywords: ["Dog", "my beach"])
        try scene.add(
            "2 dog in red", at: Coordinate(latitude: 48.8583, longitude: 2.2945),
            taken: "2024:06:01 09:00:00", keywords: ["dog"])
        try scene.add(
            "3 Café", at: Coordinate(latitude: -33.8568, longitude: 151.2153),
            taken: "2023:01:01 00:00:00", keywords: ["cat"])
        try scene.add("4 犬と海", taken: "2022:12:31 23:59:59")
        try scene.add("5 nothing")
        try scene.gallery.run("import", scene.photos.path)
        return scene
    }

    /// The first letters of the titles that a query finds.
    private static func found(_ arguments: String..., in scene: PlaceScene) throws -> String {
        let result = try scene.gallery.start(["find", "--format", "jsonl"] + arguments).wait()
        #expect(result.status == 0, "\(result.errors)")
        return try result.lines().compactMap { ($0["Title"] as? String)?.prefix(1) }.joined()
    }

    @Test("everyday words are understood with --plain, which prints the query")
    func plain() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        for (text, titles, query) in [
            ("may 2024", "1", "taken:2024-05"), ("junio 2024", "2", "taken:2024-06"),
            ("summer 2024", "2", "taken:2024-06..2024-08"), ("2024", "12", "taken:2024"),
            ("France", "12", "country:FR"), ("Francia", "12", "country:FR"),
            ("dogs in brest", "", "dogs* city:brest"), ("do in brest", "1", "do* city:brest"),
            ("BEA", "1", "BEA*"), ("café", "3", "café*"), ("tag:dog red", "12", "tag:dog red*"),
            ("dog or cat", "123", "dog or cat"),
        ] {
            #expect(try Self.found("--plain", text, in: scene) == titles, "\(text)")
            let result = try scene.gallery.run("find", "--plain", "--count", text)
            #expect(result.text == "\(titles.count)\n")
            #expect(result.errors == "gallery: query: \(query)\n")
        }
        #expect(try Self.found("do*", in: scene) == "12")
        #expect(try Self.found("not:do*", in: scene) == "345")
        #expect(try Self.found("red do*", in: scene) == "12")
        let refused = try scene.gallery.start(["find", "--plain", "dog", "contry:FR"]).wait()
        #expect(refused.status == 64)
        #expect(refused.errors.contains("invalid query at column 5: unknown key 'contry:'"))
    }

    @Test("words, keys, or, not and phrases work as documented")
    func language() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        for (query, titles) in [
            ("dog", "12"), ("DOG red", "12"), ("\"red dog\"", "1"), ("\"dog red\"", ""), ("do", ""),
            ("cafe", "3"), ("犬", "4"), ("海", "4"), ("brest", "1"), ("france", "12"),
            ("tag:dog", "12"),
            ("tag:\"my beach\"", "1"), ("tag:beach", ""), ("tag:cat or 犬", "34"),
            ("dog not:red", ""), ("red -\"red dog\"", "2"), ("(-dog)", "345"), ("not:dog", "345"),
            ("(tag:cat or tag:dog) taken:2024-06", "2"),
            ("taken:2024", "12"), ("taken:<2024", "34"), ("taken:2023..2024-05", "13"),
            ("no:date", "5"), ("has:position country:FR", "12"), ("country:Australia", "3"),
            ("near:48.39,-4.48,5", "1"), ("added:today", "12345"), ("section:camera type:png", ""),
            ("type:jpg is:public or is:trashed", ""), ("size:>1 faces:>0", ""),
        ] {
            #expect(try Self.found(query, in: scene) == titles, "\(query)")
        }
        let unquoted = try scene.gallery.run("find", "tag:red dog")
        #expect(
            unquoted.errors == """
                gallery: 'tag:red dog' searches for 'tag:red' and separate words; to search for a value \
                with spaces, also quote the value: 'tag:"red dog"'

                """)
        // Operands are adjacent; words that look like options follow --.
        #expect(try Self.found("dog", "--", "-\"red dog\"", in: scene) == "2")
        #expect(try Self.found("near:-33.8,151.2,10", "cafe", in: scene) == "3")
    }

    @Test("rows contain their section and position; an empty result is not a failure")
    func rows() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        let table = try scene.gallery.run("find", "cafe").text.split(separator: "\n")
        #expect(table.count == 2)
        #expect(table[0].hasPrefix("SECTION  N  ID  TITLE"))
        #expect(table[1].hasPrefix("camera   3   3  3 Café"))
        let row = try scene.gallery.run("find", "cafe", "--format", "jsonl").lines()[0]
        #expect(row["Section"] as? String == "camera")
        #expect(row["Position"] as? Int == 3)
        let csv = try scene.gallery.run("find", "cafe", "--format", "csv").text
        #expect(csv == (try scene.gallery.run("export", "--where", "cafe").text))
        let nothing = try scene.gallery.run("find", "nobody", "--format", "json")
        #expect(nothing.status == 0)
        #expect(nothing.text == "[]\n")
        #expect(nothing.errors.isEmpty)
        for (query, count) in [("dog", "2\n"), ("nobody", "0\n"), ("dog or no:date", "3\n")] {
            let counted = try scene.gallery.run("find", query, "--count")
            #expect(counted.text == count)
            #expect(counted.status == 0)
        }
    }

    @Test(
        "an invalid query is shown with a caret",
        arguments: [
            (
                "dog (cat", "5: '(' without a matching ')'; quote it to search for it: \"IMG (1)\"",
                "dog (cat", "    ^"
            ),
            (
                "犬 country:XX",
                "11: unknown country 'XX': expected a code such as FR, or an English name",
                "犬 country:XX", "           ^"
            ),
            (
                "country:Frence",
                "9: unknown country 'Frence': expected a code such as FR, or an English name; "
                    + "did you mean 'France'?", "country:Frence", "        ^"
            ),
            (
                "a\tsection:camara",
                "11: unknown section 'camara': 'gallery sections' lists them; "
                    + "did you mean 'camera'?", "a section:camara", "          ^"
            ),
            (
                "license:\"CC BY 5.0\"",
                "10: unknown license 'CC BY 5.0': expected a name such as 'CC BY 2.0' or cc-by, "
                    + "a number from 0 to 16, cc or commercial; did you mean 'CC BY 2.0'?",
                "license:\"CC BY 5.0\"", "         ^"
            ),
            (
                "type:doc",
                "6: unknown format 'doc': expected avif, gif, heic, jpeg, png, tiff, webp",
                "type:doc", "     ^"
            ),
            (
                "faces:many",
                "7: invalid 'faces:many': expected a number of faces: faces:2, "
                    + "faces:>2, faces:>=2, faces:<2 or faces:2..4", "faces:many", "      ^"
            ),
        ])
    func errors(query: String, reason: String, line: String, caret: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.makeCatalog()
        for arguments in [["find", query], ["list", "camera", "--where", query]] {
            let result = try gallery.start(arguments).wait()
            #expect(result.status == 64)
            #expect(result.text.isEmpty)
            #expect(
                result.errors
                    == "gallery: invalid query at column \(reason)\n  \(line)\n  \(caret)\n")
        }
    }

    @Test("a wrong command line is rejected with the possible options")
    func wrongCommands() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.makeCatalog()
        for (arguments, part) in [
            (["find"], "no query given"), (["find", " "], "no query given"),
            (["find", "dog", "--sort", "day"], "invalid --sort 'day': expected taken, added"),
            (["find", "dog", "--after", "42"], "invalid --after '42'"),
            (["find", "dog", "--limit", "-1"], "--limit"),
            (["find", "dog", "--count", "--explain"], "cannot be combined"),
            (["find", "dog", "--reindex"], "--reindex takes no query"),
            (["list", "camera", "--where", ""], "--where requires a query"),
            (["remove"], "or --where QUERY"),
            (["edit", "--flip"], "or --where QUERY"),
            (["faces", "photo.jpg", "--where", "dog"], "omit files"),
            (["find", "-cat"], "'--' before words"),
        ] {
            let result = try gallery.start(arguments).wait()
            #expect(result.status == 64, "\(arguments)")
            #expect(result.errors.contains(part), "\(result.errors)")
        }
        #expect(try gallery.run("export", "nowhere", "--where", "dog").status == 66)
        #expect(try gallery.run("remove", "99", "--where", "dog").status == 66)
    }

    @Test("orders sort photos, with missing values last")
    func orders() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        let all = "has:picture"
        for (order, titles) in [
            ("taken", "43125"), ("taken:desc", "21345"), ("added", "12345"),
            ("added:desc", "54321"),
            ("title", "12345"), ("title:desc", "54321"), ("rating", "12345"),
        ] {
            #expect(try Self.found(all, "--sort", order, in: scene) == titles, "\(order)")
            let rows = try scene.gallery.run(
                "list", "camera", "--sort", order, "--format", "jsonl"
            ).lines()
            #expect(
                rows.compactMap { ($0["Title"] as? String)?.prefix(1) }.joined() == titles,
                "\(order)")
            let exported = try scene.gallery.run("export", "--sort", order, "--columns", "Title")
                .text
            #expect(
                exported.split(separator: "\r\n").dropFirst().map { $0.prefix(1) }.joined()
                    == titles, "\(order)")
        }
        #expect(try Self.found("red", "--sort", "relevance", in: scene).count == 2)
    }

    @Test("pages continue with the command on stderr, in every order")
    func pages() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        for order in ["added", "taken", "taken:desc", "title", "title:desc", "rating", "size"] {
            let whole = try Self.found("has:picture", "--sort", order, in: scene)
            for size in 1...5 {
                var titles = ""
                var after: [String] = []
                repeat {
                    let page = try scene.gallery.start(
                        ["find", "has:picture", "--sort", order, "--limit", "\(size)"] + after
                            + ["--format", "jsonl"]
                    ).wait()
                    #expect(page.status == 0, "\(page.errors)")
                    let rows = try page.lines()
                    #expect(rows.count <= size)
                    titles += rows.compactMap { ($0["Title"] as? String)?.prefix(1) }.joined()
                    after =
                        page.errors.firstMatch(of: #/--after \S+/#).map {
                            $0.output.split(separator: " ").map(String.init)
                        } ?? []
                } while !after.isEmpty && titles.count <= 5
                #expect(titles == whole, "\(order), \(size) a page")
            }
        }
        let last = try scene.gallery.run("find", "dog", "--limit", "2")
        #expect(last.errors.isEmpty)
    }

    @Test("--where filters photos for every command that takes photos")
    func whereEverywhere() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        let gallery = scene.gallery
        let places = try gallery.run(
            "places", "--where", "dog", "--by", "country", "--format", "csv")
        #expect(places.text == "countryCode,country,photos\r\nFR,France,2\r\n")
        let exported = try gallery.run("export", "--where", "tag:dog", "--columns", "ID")
        #expect(exported.text == "ID\r\n1\r\n2\r\n")
        let made = try gallery.run("thumbnails", "--where", "dog", "--size", "240")
        #expect(made.errors.contains("2"))
        let edited = try gallery.run("edit", "--where", "tag:dog", "--flip")
        #expect(edited.errors == "gallery: edits: 2 changed\n")
        #expect(try Self.found("is:edited", in: scene) == "12")
        // Named photos are also filtered.
        let chosen = try gallery.run(
            "edit", "1", "3", "camera", "--where", "not:is:edited", "--show", "--format", "jsonl")
        #expect(try chosen.lines().map { $0["id"] as? Int } == [3, 4, 5])
        let shared = try gallery.run("share", "--where", "cafe", "--to", "out.jpg")
        #expect(shared.status == 0)
        let located = try gallery.run("locate", "--where", "dog", "--format", "jsonl")
        #expect(try located.lines().map { $0["id"] as? Int } == [1, 2])
        let faces = try gallery.run("faces", "--where", "dog", "--plan")
        #expect(faces.errors.contains("2 "), "\(faces.errors)")
        let none = try gallery.run("share", "--where", "nobody", "--to", "none.jpg")
        #expect(none.status == 0)
        #expect(none.errors == "gallery: no photo matches\n")
    }

    @Test(
        "the largest number is a valid limit, also after an offset",
        arguments: [
            ["list", "camera", "--offset", "1"],
            ["list", "camera", "--sort", "taken", "--offset", "1"],
            ["list", "camera", "--where", "has:date", "--offset", "1"], ["find", "-q", "has:date"],
        ])
    func largestLimit(command: [String]) throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        let limited = command + ["--format", "csv", "--limit", "\(Int.max)"]
        let result = try scene.gallery.start(limited).wait()
        #expect(result.status == 0)
        #expect(
            result.text == (try scene.gallery.start(command + ["--format", "csv"]).wait().text))
        #expect(result.text.split(separator: "\r\n").count > 3)
    }

    @Test("remove and restore accept the photos found by a query")
    func removing() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        let gallery = scene.gallery
        let trial = try gallery.run("remove", "--where", "tag:dog", "-n")
        #expect(trial.errors.contains("would move 2 photos to the trash: 1 2"))
        let removed = try gallery.run("remove", "--where", "tag:dog")
        #expect(
            removed.errors
                == "gallery: moved 2 photos to the trash; undo with 'gallery restore 1 2'\n")
        #expect(try Self.found("dog", in: scene).isEmpty)
        #expect(try Self.found("is:trashed", in: scene) == "12")
        #expect(try Self.found("is:trashed or dog", in: scene) == "12")
        #expect(try Self.found("(is:trashed or cafe) tag:dog", in: scene) == "12")
        #expect(try Self.found("dog or not:is:trashed", in: scene) == "345")
        #expect(try Self.found("dog or cafe", in: scene) == "3")
        let nothing = try gallery.run("remove", "--where", "tag:dog")
        #expect(nothing.status == 0)
        #expect(nothing.errors == "gallery: no photo matches\n")
        let restored = try gallery.run("restore", "--where", "\"red dog\"")
        #expect(restored.errors == "gallery: restored 1 photo: 1\n")
        #expect(try Self.found("dog", in: scene) == "1")
    }

    @Test("--explain shows the interpretation; --reindex rebuilds the word index")
    func explaining() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        let explained = try scene.gallery.run("find", "dog OR -no:faces license:4", "--explain")
        let lines = explained.text.split(separator: "\n")
        #expect(lines.first == "parsed as: dog or not:no:faces license:\"CC BY 2.0\"")
        #expect(lines.contains("photos: 2"))
        #expect(lines.last?.hasPrefix("rows read: ") == true)
        let object = try scene.gallery.run("find", "tag:dog", "--explain", "--format", "json")
            .object()
        #expect(object["photos"] as? Int == 2)
        let indexed = try scene.gallery.run("find", "--reindex")
        #expect(indexed.errors == "gallery: indexed 5 photos\n")
        #expect(try Self.found("dog", in: scene) == "12")
    }

    @Test("help find explains the language on one screen, and its examples run")
    func help() throws {
        let scene = try Self.makeScene()
        defer { scene.gallery.remove() }
        let help = try scene.gallery.run("help", "find").text
        #expect(help == (try scene.gallery.run("find", "--help").text))
        let language = try #require(help.range(of: "\nUSAGE:")).lowerBound
        let lines = help[..<language].trimmingCharacters(in: .newlines)
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.count <= 80 })
        for key in QueryKey.allCases { #expect(help.contains("\(key.rawValue):"), "\(key)") }
        let examples = lines.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("gallery ") }
        #expect(examples.count >= 4)
        for example in examples {
            let result = try scene.gallery.shell(example)
            #expect(result.status == 0, "\(example): \(result.errors)")
        }
    }
}
