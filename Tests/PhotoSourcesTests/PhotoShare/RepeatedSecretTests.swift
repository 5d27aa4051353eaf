import Foundation
import GalleryModel
import Testing

@testable import PhotoSources

@Suite("Secrets repeated by servers")
struct RepeatedSecretTests {
    @Test(
        "a secret that a server repeats is removed in any spelling",
        arguments: [
            (#"evil"quote"#, #"no {"password":"evil\"quote"}"#, nil),
            (#"evil"quote"#, #"no {\"password\":\"evil\\\"quote\"}"#, nil),
            (#"a/b+c"d"#, #"no a\/b+c\"d"#, nil), ("schön 🐕", #"no sch\u00f6n \ud83d\udc15"#, nil),
            ("a/b c", "100% no A%2fB+C", nil), ("quince-47", "no quince-47!", "no …!"),
            ("quince-47", "no quince", "no quince"), ("abc", "no abc", nil), ("", "no", "no"),
            (#"evil"quote"#, #"no \ or \u12 or %zz or &;"#, #"no \ or \u12 or %zz or &;"#),
            ("quince-47", "disk 95% full", "disk 95% full"),
            ("quince-47", "'Tom & Jerry' is too large", "'Tom & Jerry' is too large"),
            ("quince-47", "no &quot;", nil), ("quince-47", "no &#x22;", nil),
            ("Pass+Word1", "no user with pass+word1", nil),
            ("Pass Word1", "no user with pass+word1", nil),
            (#"evil"quote"#, "no #3 or $4", "no #3 or $4"),
        ] as [(String, String, String?)])
    func spellings(secret: String, text: String, redacted: String?) {
        #expect(
            ServerCredential.password(secret).redacted(in: text, isTruncated: false) == redacted)
    }

    @Test("the beginning of a secret at a truncated end is removed")
    func cut() {
        let secret = ServerCredential.token("TOKTOK12345")
        #expect(
            secret.redacted(in: "not for Bearer TOKTOK1", isTruncated: true)
                == "not for Bearer …")
        #expect(
            secret.redacted(in: "not for Bearer TOK", isTruncated: true) == "not for Bearer TOK")
        #expect(secret.redacted(in: "for TOKTOK1", isTruncated: false) == "for TOKTOK1")
    }

    @Test("every error hides secrets")
    func errors() {
        let (words, credential) = ("for TOKTOK12345", ServerCredential.token("TOKTOK12345"))
        for error in [
            SourceError.refused(status: 403, url: "u", sentence: words),
            .wrongPassword(url: "u", status: 400, sentence: words),
            .badResponse(url: "u", problem: "is no list", beginning: words),
        ] {
            let text = error.redacting(credential).description
            #expect(!text.contains("TOK") && text.contains("for …"), "\(text)")
        }
    }
}
