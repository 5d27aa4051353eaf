import Basics
import Foundation
import Testing

@Suite("ASCII bytes")
struct ASCIIBytesTests {
    @Test("only ASCII digits and letters are recognized", arguments: UInt8.min...UInt8.max)
    func classes(byte: UInt8) {
        let character = Character(Unicode.Scalar(byte))
        #expect(byte.isDigit == ("0"..."9").contains(character))
        #expect(byte.isLetter == (character.isASCII && character.isLetter))
        #expect(byte.isHexDigit == (character.isASCII && character.isHexDigit))
        #expect(byte.hexDigitValue.map(Int.init) == (byte < 128 ? character.hexDigitValue : nil))
    }

    @Test("bytes and numbers are written in hexadecimal digits")
    func hexadecimal() {
        var bytes: [UInt8] = []
        for byte: UInt8 in [0, 9, 0xA, 0xFF] { bytes.append(hex: byte) }
        bytes.append(hex: 0xCE, isUppercase: true)
        #expect(String(decoding: bytes, as: UTF8.self) == "00090affCE")
        #expect(UInt64(0xABC).hexadecimal == "0000000000000abc")
        // Source: the test vectors of FNV-1a, http://www.isthe.com/chongo/src/fnv/test_fnv.c
        #expect(UInt64(hashing: []).hexadecimal == "cbf29ce484222325")
        #expect(UInt64(hashing: Array("foobar".utf8)[...]).hexadecimal == "85944171f73967e8")
    }

    @Test(
        "decimal digits are read up to 18 of them",
        arguments: [
            ("0", 0), ("-7", -7), ("007", 7), ("999999999999999999", 999_999_999_999_999_999),
            ("1000000000000000000", nil), ("", nil), ("-", nil), ("+1", nil), ("1.0", nil),
        ] as [(String, Int?)])
    func decimals(text: String, number: Int?) {
        #expect(Int(decimal: Array(text.utf8)[...]) == number)
    }

    @Test(
        "percent-encoding keeps the unreserved characters and is reversible",
        arguments: [
            ("a-Z_0.9~", "a-Z_0.9~"), ("a b/c?d", "a%20b%2Fc%3Fd"), ("é%", "%C3%A9%25"), ("", ""),
        ])
    func percent(text: String, encoded: String) {
        #expect(PercentEncoding.encoded(text) == encoded)
        #expect(PercentEncoding.decoded(Array(encoded.utf8)) == Array(text.utf8))
    }

    @Test("forms use a plus sign for a space, and invalid escapes are rejected")
    func escapes() {
        #expect(PercentEncoding.decoded(Array("a+b%2b".utf8), isForm: true) == Array("a b+".utf8))
        #expect(PercentEncoding.decoded(Array("a+b".utf8)) == Array("a+b".utf8))
        for text in ["%", "%4", "%4g", "%g4", "a%"] {
            #expect(PercentEncoding.decoded(Array(text.utf8)) == nil)
        }
    }
}
