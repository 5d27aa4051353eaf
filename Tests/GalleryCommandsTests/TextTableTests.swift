import Basics
import Gallery
import GalleryModel
import Testing

@testable import GalleryCommands

@Suite("Text tables")
struct TextTableTests {
    private func render(
        _ rows: [[String]], titles: [String] = ["N", "TITLE"], terminal: Int? = nil,
        bold: Bool = false
    ) -> [String] {
        var table = TextTable(
            columns: titles.map { TextTable.Column($0, isNumeric: $0 == "N") },
            terminalWidth: terminal, isBold: bold)
        var text = ""
        for row in rows { text += table.append(row) }
        text += table.finish()
        return text.split(separator: "\n").map(String.init)
    }

    @Test("columns are aligned, numbers to the right, without spaces at the end")
    func aligns() {
        #expect(
            render([["1", "Dog"], ["12", "Beagle"]])
                == [" N  TITLE", " 1  Dog", "12  Beagle"])
    }

    @Test("a CJK letter and an emoji sequence take two columns each")
    func alignsWideLetters() {
        let lines = render([["犬", "a"], ["🐕‍🦺", "b"], ["xyz", "c"]], titles: ["WHO", "WHAT"])
        #expect(lines == ["WHO  WHAT", "犬   a", "🐕‍🦺   b", "xyz  c"])
    }

    @Test("a title cannot send escape sequences to the terminal or start a new line")
    func escapes() {
        let lines = render([["1", "a\u{1B}[31mb\nc\u{202E}d\u{9B}e"]])
        #expect(lines[1] == "1  a\\u{1b}[31mb\\nc\\u{202e}d\\u{9b}e")
    }

    @Test("a column is omitted if it is empty in all rows, unless it was selected")
    func emptyColumn() {
        func lines(_ rows: [[String]], keepsEmpty: Bool = false) -> String {
            var table = TextTable(
                columns: [.init("A"), .init("ERROR"), .init("B")], keepsEmpty: keepsEmpty,
                terminalWidth: nil, isBold: false)
            return rows.map { table.append($0) }.joined() + table.finish()
        }
        #expect(lines([["1", "", "2"]]) == "A  B\n1  2\n")
        #expect(lines([["1", "", "2"]], keepsEmpty: true) == "A  ERROR  B\n1         2\n")
        #expect(
            lines([["1", "", "2"], ["1", "x", "2"]]) == "A  ERROR  B\n1         2\n1  x      2\n")
        #expect(lines([]) == "A  ERROR  B\n")
        // A value after the rows that determine the widths is not lost.
        let late =
            Array(repeating: ["1", "", "2"], count: TextTable.sampleCount) + [["1", "x", "2"]]
        #expect(lines(late).hasPrefix("A  ERROR  B\n") && lines(late).hasSuffix("1  x      2\n"))
    }

    @Test(
        "on a narrow terminal, messages wrap under their rows and paths lose their beginning")
    func wraps() {
        let columns: [TextTable.Column] = [
            .init("DATE", overflow: .keep), .init("SUBJECT", overflow: .cutStart),
            .init("MESSAGE", overflow: .wrap),
        ]
        let row = ["2024-05-01 10:00", "/media/card/DCIM/101MISC/bad.jpg", "is empty (0 bytes)"]
        func lines(_ width: Int?) -> String {
            var table = TextTable(columns: columns, terminalWidth: width, isBold: false)
            return table.append(row) + table.finish()
        }
        #expect(
            lines(36) == """
                DATE              SUBJECT
                2024-05-01 10:00  …M/101MISC/bad.jpg
                  is empty (0 bytes)

                """)
        #expect(lines(nil).contains("/media/card/DCIM/101MISC/bad.jpg  is empty (0 bytes)\n"))
        #expect(lines(80) == lines(nil))
    }

    @Test("on a terminal the longest text is cut so that a row fits")
    func truncatesOnTerminal() {
        let lines = render(
            [["1", String(repeating: "long ", count: 20), "Ana"]], titles: ["N", "TITLE", "BY"],
            terminal: 30)
        #expect(lines.allSatisfy { DisplayText.width($0) <= 30 })
        #expect(lines[1].contains("…"))
        #expect(lines[1].hasSuffix("Ana"))
    }

    @Test("without a terminal, texts are not cut")
    func keepsAllOffTerminal() {
        let title = String(repeating: "long ", count: 100) + "end"
        #expect(render([["1", title]])[1].hasSuffix("end"))
    }

    @Test("the header is bold only on request")
    func boldHeader() {
        #expect(render([["1", "x"]], bold: true)[0] == "\u{1B}[1mN  TITLE\u{1B}[0m")
        #expect(render([["1", "x"]])[0] == "N  TITLE")
    }

    @Test("a table with more rows than the sample keeps them all")
    func longTable() {
        let rows = (1...2500).map { [String($0), "photo \($0)"] }
        let lines = render(rows)
        #expect(lines.count == 2501)
        #expect(lines.last == "2500  photo 2500")
    }

    @Test(
        "text is measured as a terminal shows it",
        arguments: [
            ("", 0), ("dog", 3), ("犬", 2), ("e\u{301}", 1), ("👩‍👩‍👧‍👦", 2), ("🇫🇷", 2), ("❤️", 2), ("한", 2),
            ("ｱ", 1), ("Ａ", 2), ("ß", 1), ("\u{1100}\u{1161}", 2), ("א", 1),
        ])
    func width(text: String, columns: Int) {
        #expect(DisplayText.width(text) == columns)
    }

    @Test(
        "numbers have a comma between thousands",
        arguments: [
            (0, "0"), (999, "999"), (1204, "1,204"), (1_000_000, "1,000,000"), (-1500, "-1,500"),
        ])
    func counts(number: Int, text: String) {
        #expect(Count.text(number) == text)
    }
}

@Suite("Progress bars")
struct ProgressBarTests {
    @Test(
        "a bar fits its width and shows the progress",
        arguments: [
            (50, 100 as Int?, 40, "pictures 50/100 [###########-----------]"),
            (0, 1204, 40, "pictures 0/1,204 [---------------------]"),
            (100, 100, 22, "pictures 100/100 "), (1204, nil, 40, "pictures 1,204"),
            (5, 0, 40, "pictures 5"), (50, 100, 10, "pictures …"),
        ])
    func text(done: Int, total: Int?, width: Int, text: String) {
        let progress = WorkProgress(activity: "pictures", done: done, total: total)
        #expect(ProgressBar.text(progress, seconds: 0.5, width: width) == text)
        #expect(DisplayText.width(text) <= width)
    }

    @Test(
        "after a second, a bar shows the rate and the remaining time",
        arguments: [
            (50, 100 as Int?, 10.0, "faces 50/100 5.0/s, 10 s left "),
            (200, 1000, 10, "faces 200/1,000 20/s, 40 s left "),
            (10, 10_000, 10, "faces 10/10,000 1.0/s, 2 h 47 min left "),
            (100, 100, 10, "faces 100/100 10/s "), (1204, nil, 10, "faces 1,204 120/s"),
            (0, 10, 10, "faces 0/10 "),
        ])
    func rate(done: Int, total: Int?, seconds: Double, text: String) {
        let progress = WorkProgress(activity: "faces", done: done, total: total)
        let shown = ProgressBar.text(progress, seconds: seconds, width: 79)
        #expect(shown.hasPrefix(text))
        #expect(shown.dropFirst(text.count).allSatisfy { "[]#-".contains($0) })
    }
}
