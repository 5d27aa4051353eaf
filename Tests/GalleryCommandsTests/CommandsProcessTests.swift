import Foundation
import Testing

/// The built program, as far as it needs no server and no photos.
@Suite struct CommandsProcessTests {
    static let firstLines = [
        "search": "Ask Flickr and fill the term's section.",
        "refresh": "Ask a section's origin again.",
        "import": "Import photos into the camera section.",
        "fetch": "Fetch the missing picture of photos.",
        "sections": "List the sections and their counts.",
        "list": "List the photos of a section.",
        "latest": "List the latest photos of all sections.",
        "show": "Show everything known about a photo.",
        "timeline": "Count photos by when they were taken.",
        "tags": "Count photos by tag.",
        "people": "Count photos by the people they show.",
        "cameras": "Count photos by camera.",
        "thumbnails": "Make small pictures of photos.",
        "analyse": "Make thumbnails, find faces and places in one go.",
        "edit": "Change how photos look, never the originals.",
        "effects": "Show what effects make of a picture.",
        "export": "Write metadata and pictures out.",
        "remove": "Put photos into the trash.",
        "restore": "Bring photos back from the trash.",
        "trash": "List the photos in the trash.",
        "problems": "List what failed and why.",
    ]

    @Test("Every command has help with its purpose first and an example", arguments: firstLines)
    func help(command: String, purpose: String) throws {
        let run = try CommandLineRun("gallery \(command) --help")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("OVERVIEW: \(purpose)\n"))
        #expect(run.output.contains("USAGE: gallery \(command)"))
        let examples = try #require(run.output.split(separator: "Examples:\n").last)
        #expect(examples.contains("gallery \(command)"))
        #expect(run.errors.isEmpty)
    }

    @Test("The program's help names every command, and makes no catalog")
    func rootHelp() throws {
        let run = try CommandLineRun("gallery --help && ls -A | grep -v '^[.]\\(out\\|err\\)$'")
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
        "A wrong command line ends with 64 and says what is wrong",
        arguments: [
            ("gallery search", "gallery: nothing to search for: give words"),
            ("gallery serch", "gallery: there is no command 'serch': did you mean 'search'?"),
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
            ("gallery show camera", "gallery: 'camera' is a section: name a photo in it"),
            ("gallery export --format csv --raw", "gallery: --raw does not fit into CSV"),
            ("gallery export --columns Titel", "gallery: unknown column 'Titel'"),
            ("gallery import - x", "gallery: '-' stands alone"),
            ("gallery search x --near north", "gallery: invalid --near 'north': expected LAT,LON"),
            ("gallery edit 1", "gallery: nothing to change: give --crop"),
            (
                "gallery edit 1 --effect nor",
                "gallery: there is no effect 'nor': did you mean 'noir'?"
            ),
            ("gallery share 1", "gallery: say where to: --to FILE.jpg, --to DIR/"),
            ("gallery effects 1", "gallery: name the folder for the pictures with -o DIR"),
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

    @Test("An argument that is not UTF-8 ends with 65 and is shown escaped")
    func invalidText() throws {
        let run = try CommandLineRun("gallery import $'caf\\xe9.jpg'")
        #expect(run.status == 65)
        #expect(run.errors.hasPrefix("gallery: the argument 'caf\\xe9.jpg' is not UTF-8"))
    }

    @Test("An argument cannot send escape sequences to the terminal")
    func escapedArgument() throws {
        let run = try CommandLineRun("gallery list $'\\e[31mred'; gallery list --$'\\e'x")
        #expect(!run.errors.contains("\u{1B}"))
        #expect(run.errors.contains("\\u{1b}"))
    }

    @Test(
        "What does not exist ends with 66",
        arguments: [
            "gallery list dogs", "gallery show 42", "gallery show dogs/1", "gallery show dogs",
            "gallery show flickr:1", "gallery export dogs", "gallery remove 1", "gallery restore 1",
            "gallery fetch dogs", "gallery refresh dogs",
        ])
    func notFound(line: String) throws {
        let run = try CommandLineRun(line)
        #expect(run.status == 66)
        #expect(run.errors.hasPrefix("gallery: "))
        #expect(run.output.isEmpty)
    }

    @Test("A catalog that is a plain file ends with 74")
    func plainFile() throws {
        #expect(try CommandLineRun("touch c; gallery sections --catalog c").status == 74)
    }

    @Test(
        "Output that cannot be written ends with 74",
        arguments: [
            "gallery sections > /dev/full", "gallery --help > /dev/full", "gallery sections >&-",
            "gallery export > /dev/full", "gallery export -o missing/folder/x.csv",
        ])
    func unwritableOutput(line: String) throws {
        let run = try CommandLineRun(line)
        #expect(run.status == 74)
        #expect(run.errors.hasPrefix("gallery: cannot write"))
    }

    @Test("A reader that goes away is no error")
    func brokenPipe() throws {
        let run = try CommandLineRun(
            "gallery generate-reference | true; echo ${PIPESTATUS[0]}; "
                + "gallery sections | true; echo ${PIPESTATUS[0]}")
        #expect(run.output == "0\n0\n")
        #expect(run.errors.isEmpty)
    }

    @Test(
        "A wrong configuration ends with 78 and names the file",
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

    @Test("A wrong variable ends with 78 and names the variable, and --help does not care")
    func variable() throws {
        let environment = ["GALLERY_TRANSPORT_RETRIES": "x"]
        let run = try CommandLineRun("gallery sections", environment: environment)
        #expect(run.status == 78)
        #expect(run.errors.contains("GALLERY_TRANSPORT_RETRIES"))
        #expect(try CommandLineRun("gallery --help", environment: environment).status == 0)
        #expect(try CommandLineRun("gallery sections", environment: ["HOME": ""]).status == 78)
    }

    @Test("The flag wins over the environment, and both over the standard place")
    func catalogPlace() throws {
        let run = try CommandLineRun(
            "gallery sections -q >/dev/null; GALLERY_CATALOG=$HOME/e gallery sections >/dev/null; "
                + "GALLERY_CATALOG=$HOME/x gallery sections --catalog f >/dev/null; "
                + "ls -d .local/share/gallery e f x")
        #expect(run.output.split(separator: "\n") == [".local/share/gallery", "e", "f"])
    }

    @Test("An empty catalog has the camera section, in every format")
    func emptyCatalog() throws {
        let table = try CommandLineRun("gallery sections")
        #expect(table.output == "SECTION  PHOTOS  FOUND  REFRESHED\ncamera        0\n")
        let csv = try CommandLineRun("gallery sections --format csv")
        #expect(
            csv.output
                == "section,kind,name,count,found,refreshed,query,where\r\ncamera,camera,camera,0,,,,\r\n"
        )
        let object =
            "{\"section\":\"camera\",\"kind\":\"camera\",\"name\":\"camera\",\"count\":0,"
            + "\"found\":null,\"refreshed\":null,\"query\":null,\"where\":null}"
        #expect(try CommandLineRun("gallery sections --format jsonl").output == object + "\n")
        #expect(try CommandLineRun("gallery sections --format json").output == "[\n\(object)\n]\n")
        #expect(try CommandLineRun("gallery list camera --format json").output == "[]\n")
        #expect(try CommandLineRun("gallery problems --format json").output == "[]\n")
        #expect(try CommandLineRun("gallery trash --format jsonl").output.isEmpty)
    }

    @Test("Completion scripts are valid", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let run = try CommandLineRun(
            "gallery --generate-completion-script \(shell) > c && test -s c "
                + "&& { ! command -v \(shell) >/dev/null || \(shell) -n c; }")
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("The man page is one that man can show, and names every command")
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

    @Test("docs/cli.md is what the commands say: run gallery generate-reference > docs/cli.md")
    func reference() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let stored = try String(contentsOf: root.appending(path: "docs/cli.md"), encoding: .utf8)
        #expect(try CommandLineRun("gallery generate-reference").output == stored)
    }
}
