import Foundation

extension PhotoCursor {
    /// The text form, of letters, digits, `.`, `-`, `_` and `%` alone: the photo's id, and its rank as a number
    /// (`42.n17`), a text (`42.tRed%20dog`), a score in hexadecimal (`42.s3ff0000000000000`) or none (`42.x`).
    public var text: String {
        let rank =
            switch rank {
            case .number(let number): "n\(number)"
            case .text(let text): "t" + PhotoCursor.escaped(text)
            case .score(let bits): "s" + String(bits, radix: 16)
            case .none: "x"
            }
        return "\(photoID).\(rank)"
    }

    /// Reads the text form; nil for anything else.
    public init?(text: String) {
        guard let dot = text.firstIndex(of: "."), let id = Int64(text[..<dot]), id > 0 else {
            return nil
        }
        let rank = text[text.index(after: dot)...]
        let value = rank.dropFirst()
        switch rank.first {
        case "n": self.init(photoID: PhotoID(rawValue: id), rank: .number(Int64(value) ?? 0))
        case "t":
            guard let name = String(value).removingPercentEncoding else { return nil }
            self.init(photoID: PhotoID(rawValue: id), rank: .text(name))
        case "s":
            self.init(photoID: PhotoID(rawValue: id), rank: .score(UInt64(value, radix: 16) ?? 0))
        case "x": self.init(photoID: PhotoID(rawValue: id), rank: .none)
        default: return nil
        }
        // One cursor has one text: what reads as another is none.
        guard self.text == text else { return nil }
    }

    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII,
                scalar.properties.isAlphabetic || "0123456789-_".contains(Character(scalar))
            {
                result.append(Character(scalar))
            } else {
                result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
