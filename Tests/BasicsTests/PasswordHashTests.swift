import Basics
import Foundation
import Testing

@Suite("PasswordHash")
struct PasswordHashTests {
    /// RFC 7914, section 12.
    @Test("the hash matches the test vector of the standard")
    func fitsTheVectorOfTheStandard() throws {
        let digest =
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
            + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        let bytes = stride(from: 0, to: digest.count, by: 2).map { index in
            UInt8(digest.dropFirst(index).prefix(2), radix: 16) ?? 0
        }
        let text =
            "scrypt$16384$8$1$" + Base64URL.text(Array("SodiumChloride".utf8)) + "$"
            + Base64URL.text(bytes)
        let hash = try #require(PasswordHash(text: text))
        #expect(hash.text == text)
        #expect(try hash.fits("pleaseletmein"))
        #expect(try !hash.fits("pleaseletmeim"))
        #expect(hash.cost != .standard)
    }

    @Test("the hash matches only its own password")
    func fitsItsPasswordAlone() throws {
        let hash = try PasswordHash(of: "caf\u{E9} 12", cost: .testing)
        let read = try #require(PasswordHash(text: hash.text))
        #expect(read == hash)
        #expect(try read.fits("caf\u{E9} 12"))
        #expect(try read.fits("cafe\u{301} 12"))
        #expect(try !read.fits("cafe 12"))
        #expect(try !read.fits(""))
        #expect(try PasswordHash(of: "caf\u{E9} 12", cost: .testing).text != hash.text)
    }

    @Test(
        "other texts are not hashes",
        arguments: [
            "", "scrypt", "scrypt$16$1$1$AAAAAAAAAAAAAAAAAAAAAA",
            "bcrypt$16$1$1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
            "scrypt$17$1$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
            "scrypt$1099511627776$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
            "scrypt$1048576$64$64$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
            "scrypt$-16$1$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
            "scrypt$16$0$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
            "scrypt$16$1$1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "scrypt$16$1$1$AAAAAAAAAAAAAAAAAAAAAA$",
            "scrypt$16$1$1$AAAAAAAAAA/AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
        ])
    func readsNothingElse(text: String) {
        #expect(PasswordHash(text: text) == nil)
    }

    @Test("secrets have 256 bits")
    func makesSecretsOf256Bits() throws {
        let secrets = Set((0..<100).map { _ in SecretToken().text })
        #expect(secrets.count == 100)
        for secret in secrets {
            #expect(secret.utf8.count == 43)
            #expect(Base64URL.bytes(secret)?.count == 32)
        }
        let digest = SecretToken.digest(of: "a")
        #expect(digest == FileDigest(of: "a").hexadecimal)
        #expect(SecretToken.digest(of: "a", boundTo: "b") != digest)
    }
}
