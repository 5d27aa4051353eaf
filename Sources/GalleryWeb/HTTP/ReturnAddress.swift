import Basics

/// Where somebody wanted to go before they signed in, or was: an address of this server, never another one's.
enum ReturnAddress {
    /// The longest address that is kept, in bytes.
    private static let longest = 2048

    /// An address that was sent along, if it is one of this server; else the first page.
    ///
    /// Browsers read `//host`, `/\host` and `/<tab>/host` as addresses of another server.
    static func checked(_ text: String?) -> String {
        let address = here(text)
        return address.hasPrefix("/sign-in") || address.hasPrefix("/sign-out") ? "/" : address
    }

    /// The same, also where it is the page to sign in.
    static func here(_ text: String?) -> String {
        guard let text, text.utf8.count <= longest, text.utf8.first == UInt8(ascii: "/"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            text.utf8.dropFirst().first != UInt8(ascii: "/")
        else { return "/" }
        return text
    }

    /// The address of the sign-in page that leads to an address afterwards.
    static func signIn(next: String) -> String {
        let next = checked(next)
        return next == "/" ? "/sign-in" : "/sign-in?next=\(PercentEncoding.encoded(next))"
    }
}

/// Text within addresses.
///
/// Source: RFC 3986, sections 2.1 and 2.3.
enum PercentEncoding {
    /// A text as one part of a path or the value of a parameter.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
