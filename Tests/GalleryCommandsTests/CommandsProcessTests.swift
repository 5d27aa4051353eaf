import Foundation
import Testing

/// Tests the parts of the built program that need no server and no photos.
@Suite("The built program")
struct CommandsProcessTests {
    static let firstLines = [
        "search": "Search Flickr and download the pictures.",
        "refresh": "Update sections from their sources.",
        "import": "Import photos into the camera section.",
        "fetch": "Download missing pictures of photos.",
        "sections": "List sections and their counts.",
        "list": "List the photos in a section.",
        "latest": "List the latest photos in all sections.",
        "show": "Show everything known about a photo.",
        "timeline": "Count photos by date taken.",
        "tags": "Count photos by tag.",
        "people": "Count photos by the people they show.",
        "cameras": "Count photos by camera.",
        "thumbnails": "Create thumbnails of photos.",
        "analyze": "Create thumbnails, detect faces and look up places.",
        "edit": "Edit photos without changing the originals.",
        "effects": "Preview effects on a picture.",
        "export": "Export metadata and pictures.",
        "duplicates": "Find photos that look the same.",
        "remove": "Move photos to the trash.",
        "restore": "Restore photos from the trash.",
        "problems": "List failures and their reasons.",
    ]

    /// The start of a line that needs an empty catalog.
    private static let makesCatalog = "gallery token create none >/dev/null; "

    @Test("every command has help with its purpose first and an example", arguments: firstLines)
    func help(command: String, purpose: String) throws {
        let run = try CommandLineRun("gallery \(command) --help")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("OVERVIEW: \(purpose)\n"))
        #expect(run.output.contains("USAGE: gallery \(command)"))
        let examples = try #require(run.output.split(separator: "Examples:\n").last)
        #expect(examples.contains("gallery \(command)"))
        #expect(run.errors.isEmpty)
    }

    @Test("the program's help names every command and creates no catalog")
    func rootHelp() throws {
        let run = try CommandLineRun("gallery --help && ls -A")
        for command in CommandsProcessTests.firstLines.keys {
            #expect(run.output.contains("\n  \(command) "))
        }
        #expect(!run.output.contains("generate-reference"))
        #expect(!run.output.contains(".local"))
    }

    @Test("--version prints the name and the version")
    func version() throws {
        let run = try CommandLineRun("gallery --version")
        #expect(run.output == "gallery 0.1.0\n")
        #expect(run.status == 0)
    }

    @Test(
        "a wrong command line ends with 64 and explains the error",
        arguments: [
            ("gallery search", "gallery: no search term given; give words"),
            ("gallery serch", "gallery: unknown command 'serch'; did you mean 'search'?"),
            ("gallery list", "gallery: missing expected argument '<section>'"),
            (
                "gallery list dogs --format xml",
                "gallery: invalid --format 'xml': expected table, json, jsonl or csv\n"
            ),
            (
                "gallery export --format xls",
                "gallery: invalid --format 'xls': expected csv, json, jsonl, geojson, gpx, html or xmp\n"
            ),
            ("gallery list dogs --limit x", "gallery: invalid --limit 'x': expected a number\n"),
            (
                "gallery list dogs --limit 2.5",
                "gallery: invalid --limit '2.5': expected a whole number\n"
            ),
            (
                "gallery search dogs --safe-search 4",
                "gallery: invalid --safe-search '4': expected 1 or safe,"
            ),
            (
                makesCatalog + "gallery show camera",
                "gallery: 'camera' is a section; give a photo in it"
            ),
            ("gallery export --format csv --raw", "gallery: --raw is not available for CSV"),
            ("gallery export --columns Titel", "gallery: unknown column 'Titel'"),
            ("gallery import - x", "gallery: '-' cannot be combined with other operands"),
            ("gallery search x --near north", "gallery: invalid --near 'north': expected LAT,LON"),
            ("gallery edit 1", "gallery: no change given; use --crop"),
            (
                "gallery edit 1 --effect nor",
                "gallery: unknown effect 'nor'; did you mean 'noir'?"
            ),
            ("gallery share 1", "gallery: no destination given; use --to FILE.jpg, --to DIR/"),
            ("gallery effects 1", "gallery: no output folder given; add -o DIR"),
            ("gallery thumbnails --size x", "gallery: invalid --size 'x': expected 16 to"),
            ("gallery thumbnails -j 300", "gallery: invalid --jobs '300': expected 1 to 256\n"),
            ("gallery list dogs --limit=-3", "gallery: invalid --limit '-3': expected 0 or more\n"),
        ])
    func usage(line: String, message: String) throws {
        let run = try CommandLineRun(line)
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test("an argument that is not UTF-8 ends with 65 and is shown escaped")
    func invalidText() throws {
        let run = try CommandLineRun("gallery import $'caf\\xe9.jpg'")
        #expect(run.status == 65)
        #expect(run.errors.hasPrefix("gallery: the argument 'caf\\xe9.jpg' is not valid UTF-8"))
    }

    @Test("an argument cannot send escape sequences to the terminal")
    func escapedArgument() throws {
        let run = try CommandLineRun(
            CommandsProcessTests.makesCatalog
                + "gallery list $'\\e[31mred'; gallery list --$'\\e'x")
        #expect(!run.errors.contains("\u{1B}"))
        #expect(run.errors.contains("\\u{1b}"))
    }

    @Test(
        "a missing photo or section ends with 66",
        arguments: [
            "gallery list dogs", "gallery show 42", "gallery show dogs/1", "gallery show dogs",
            "gallery show flickr:1", "gallery export dogs", "gallery remove 1", "gallery restore 1",
            "gallery fetch dogs", "gallery refresh dogs",
        ])
    func notFound(line: String) throws {
        for start in ["", CommandsProcessTests.makesCatalog] {
            let run = try CommandLineRun(start + line)
            #expect(run.status == 66)
            #expect(run.errors.hasPrefix("gallery: no catalog in") == start.isEmpty)
            #expect(run.errors.hasPrefix("gallery: "))
            #expect(run.output.isEmpty)
        }
    }

    @Test("a catalog that is a plain file ends with 74")
    func plainFile() throws {
        #expect(try CommandLineRun("touch c; gallery sections --catalog c").status == 74)
    }

    @Test(
        "output that cannot be written ends with 74",
        arguments: [
            "gallery sections > /dev/full", "gallery --help > /dev/full", "gallery sections >&-",
            "gallery export > /dev/full", "gallery export -o missing/folder/x.csv",
        ])
    func unwritableOutput(line: String) throws {
        let run = try CommandLineRun(CommandsProcessTests.makesCatalog + line)
        #expect(run.status == 74)
        #expect(run.errors.hasPrefix("gallery: cannot write"))
    }

    @Test("a reader that closes the pipe is not an error")
    func brokenPipe() throws {
        let run = try CommandLineRun(
            CommandsProcessTests.makesCatalog
                + "gallery generate-reference | true; echo ${PIPESTATUS[0]}; "
                + "gallery sections | true; echo ${PIPESTATUS[0]}")
        #expect(run.output == "0\n0\n")
        #expect(run.errors.isEmpty)
    }

    @Test(
        "a wrong configuration ends with 78 and names the file",
        arguments: [
            "{", "{\"flickr\": {\"apiKy\": \"x\"}}", "{\"transport\": {\"retries\": -1}}", "", "[]",
        ])
    func configuration(file: String) throws {
        let run = try CommandLineRun(
            "mkdir -p .config/gallery; printf %s '\(file)' > .config/gallery/config.json; "
                + "gallery sections")
        #expect(run.status == 78)
        #expect(run.errors.contains("/.config/gallery/config.json'"))
    }

    @Test("a wrong variable ends with 78 and names the variable; --help ignores it")
    func variable() throws {
        let environment = ["GALLERY_TRANSPORT_RETRIES": "x"]
        let run = try CommandLineRun("gallery sections", environment: environment)
        #expect(run.status == 78)
        #expect(run.errors.contains("GALLERY_TRANSPORT_RETRIES"))
        #expect(try CommandLineRun("gallery --help", environment: environment).status == 0)
        #expect(try CommandLineRun("gallery sections", environment: ["HOME": ""]).status == 78)
    }

    @Test("the flag overrides the environment, and both override the standard location")
    func catalogPlace() throws {
        let run = try CommandLineRun(
            "gallery token create a >/dev/null; GALLERY_CATALOG=$HOME/e gallery token create a "
                + ">/dev/null; GALLERY_CATALOG=$HOME/x gallery token create a --catalog f >/dev/null; "
                + "ls -d .local/share/gallery e f x")
        #expect(run.output.split(separator: "\n") == [".local/share/gallery", "e", "f"])
    }

    @Test("an empty catalog has the camera section, in every format")
    func emptyCatalog() throws {
        func run(_ command: String) throws -> CommandLineRun {
            try CommandLineRun(CommandsProcessTests.makesCatalog + "gallery " + command)
        }
        let table = try run("sections")
        #expect(table.output == "SECTION  PHOTOS\ncamera        0\n")
        let csv = try run("sections --format csv")
        #expect(
            csv.output
                == "section,kind,name,count,found,refreshed,query,where\r\ncamera,camera,camera,0,,,,\r\n"
        )
        let object =
            "{\"section\":\"camera\",\"kind\":\"camera\",\"name\":\"camera\",\"count\":0,"
            + "\"found\":null,\"refreshed\":null,\"query\":null,\"where\":null}"
        #expect(try run("sections --format jsonl").output == object + "\n")
        #expect(try run("sections --format json").output == "[\n\(object)\n]\n")
        #expect(try run("list camera --format json").output == "[]\n")
        #expect(try run("problems --format json").output == "[]\n")
        #expect(try run("trash --format jsonl").output.isEmpty)
    }

    @Test("completion scripts are valid", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let run = try CommandLineRun(
            "gallery --generate-completion-script \(shell) > c && test -s c "
                + "&& { ! command -v \(shell) >/dev/null || \(shell) -n c; }")
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("the man page is valid and names every command")
    func manual() throws {
        let run = try CommandLineRun(
            "gallery generate-manual > m && { ! command -v groff >/dev/null "
                + "|| groff -man -ww -Tutf8 m 2>&1 >/dev/null; } && cat m")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix(".TH GALLERY 1"))
        for command in CommandsProcessTests.firstLines.keys {
            #expect(run.output.contains(".SS gallery \(command)\n"))
        }
    }

    @Test("docs/cli.md is current: run gallery generate-reference > docs/cli.md")
    func reference() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let stored = try String(contentsOf: root.appending(path: "docs/cli.md"), encoding: .utf8)
        #expect(try CommandLineRun("gallery generate-reference").output == stored)
    }
}
