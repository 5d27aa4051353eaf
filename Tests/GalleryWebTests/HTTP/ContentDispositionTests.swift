@testable import GalleryWeb
import Testing

@Suite("The Content-Disposition header")
struct ContentDispositionTests {
    @Test(
        "a file name is written in plain and in encoded form",
        arguments: [
            ("a.jpg", "a.jpg", "a.jpg"),
            ("a b.jpg", "a b.jpg", "a%20b.jpg"),
            ("Élan vital.jpg", "Elan vital.jpg", "%C3%89lan%20vital.jpg"),
            ("🐕 dog.jpg", "_ dog.jpg", "%F0%9F%90%95%20dog.jpg"),
            ("雪.heic", "_.heic", "%E9%9B%AA.heic"),
            ("a\"b\\c/d.jpg", "a_b_c_d.jpg", "a_b_c_d.jpg"),
            ("a\r\nSet-Cookie: x.jpg", "a__Set-Cookie: x.jpg", "a__Set-Cookie%3A%20x.jpg"),
            ("a\u{0}\u{7F}\u{85}\u{2028}.jpg", "a____.jpg", "a____.jpg"),
            ("cod\u{202E}gpj.exe", "cod_gpj.exe", "cod_gpj.exe"),
            ("\u{2066}x\u{2069}\u{200F}.jpg", "_x__.jpg", "_x__.jpg"),
            ("100%41.jpg", "100_41.jpg", "100%2541.jpg"),
            ("a;b=c,d'e(f)*.jpg", "a;b=c,d'e(f)*.jpg", "a%3Bb%3Dc%2Cd%27e%28f%29%2A.jpg"),
            ("\"\u{301}.jpg", "_.jpg", "_%CC%81.jpg"),
            ("", "_", ""),
            ("שלום.jpg", "____.jpg", "%D7%A9%D7%9C%D7%95%D7%9D.jpg"),
        ])
    func namesAFileTwice(_ name: String, _ plain: String, _ encoded: String) {
        #expect(
            ContentDisposition(isAttachment: false, name: name).text
                == "inline; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)")
    }

    @Test("a file to save is an attachment")
    func saysWhetherToSaveTheFile() {
        #expect(
            ContentDisposition(isAttachment: true, name: "a").text
                == "attachment; filename=\"a\"; filename*=UTF-8''a")
    }

    @Test(
        "the file name in a header is read",
        arguments: [
            (
                "attachment; filename*=UTF-8''2024-05-17%2010.00.00%20Ana's.jpg",
                "2024-05-17 10.00.00 Ana's.jpg"
            ),
            ("attachment; filename*=UTF-8''", nil),
            ("attachment; filename=\"a.jpg\"; filename*=UTF-8''", "a.jpg"),
            ("attachment; filename*=b.jpg", nil),
            ("attachment", nil),
        ])
    func readsTheFileName(_ header: String, _ name: String?) {
        #expect(ContentDisposition.fileName(in: header) == name)
    }

    @Test("the header contains only ASCII characters for any name")
    func writesPlainCharactersAloneWhateverTheName() {
        for value in (0...0x2FFF).compactMap(Unicode.Scalar.init) {
            let name = "a" + String(Character(value)) + "\u{301}b"
            let text = ContentDisposition(isAttachment: true, name: name).text
            #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(text.utf8.count { $0 == UInt8(ascii: "\"") } == 2)
            #expect(!text.contains("\\") && !text.contains("/"))
        }
    }
}
