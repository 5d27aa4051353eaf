extension FakeFault: Codable {
    private enum Kind: String, Codable, CaseIterable {
        case stallBeforeHeaders, stallInBody, reset, truncate, wrongContentLength, slow, status
        case answer
        case redirect, html200, placeholderRedirect, wrongType, missingEnd, invalidJSON, failCode
        case duplicatePages, shiftedPages, emptyPage, shortPages, emptyTotal, fewPhotos
        case emptyPhotos
    }

    private enum Key: String, CodingKey {
        case kind, afterBytes, offset, bytesPerSecond, status, retryAfter, to, type, code, message
        case bytes
        case insert, remove, page, fewer, count
    }

    /// Decodes the form `{"kind": "reset", "afterBytes": 100}`; docs/fake-flickr.md lists all
    /// kinds.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        func number(_ key: Key, or fallback: Int) throws -> Int {
            try box.decodeIfPresent(Int.self, forKey: key) ?? fallback
        }
        switch try box.decode(Kind.self, forKey: .kind) {
        case .stallBeforeHeaders: self = .stallBeforeHeaders
        case .stallInBody: self = .stallInBody(afterBytes: try number(.afterBytes, or: 0))
        case .reset: self = .reset(afterBytes: try number(.afterBytes, or: 0))
        case .truncate: self = .truncate(afterBytes: try number(.afterBytes, or: 0))
        case .wrongContentLength: self = .wrongContentLength(offset: try number(.offset, or: -16))
        case .slow: self = .slow(bytesPerSecond: try box.decode(Int.self, forKey: .bytesPerSecond))
        case .status:
            self = .status(
                try box.decode(Int.self, forKey: .status),
                retryAfter: try box.decodeIfPresent(String.self, forKey: .retryAfter))
        case .answer:
            self = .answer(
                status: try box.decode(Int.self, forKey: .status),
                type: try box.decode(String.self, forKey: .type),
                bytes: try box.decode([UInt8].self, forKey: .bytes))
        case .redirect: self = .redirect(to: try box.decode(String.self, forKey: .to))
        case .html200: self = .html200
        case .placeholderRedirect: self = .placeholderRedirect
        case .wrongType:
            self = .wrongType(try box.decodeIfPresent(WrongType.self, forKey: .type) ?? .png)
        case .missingEnd: self = .missingEnd
        case .invalidJSON: self = .invalidJSON
        case .failCode:
            self = .failCode(
                try box.decode(Int.self, forKey: .code),
                try box.decodeIfPresent(String.self, forKey: .message) ?? "")
        case .duplicatePages: self = .duplicatePages
        case .shiftedPages:
            self = .shiftedPages(
                insert: try number(.insert, or: 0), remove: try number(.remove, or: 0))
        case .emptyPage: self = .emptyPage(try box.decode(Int.self, forKey: .page))
        case .shortPages: self = .shortPages(try number(.fewer, or: 1))
        case .emptyTotal: self = .emptyTotal
        case .fewPhotos: self = .fewPhotos(try number(.count, or: 0))
        case .emptyPhotos: self = .emptyPhotos
        }
    }

    /// Encodes the form that `init(from:)` decodes.
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        func write(_ kind: Kind, _ members: [(Key, any Encodable)] = []) throws {
            try box.encode(kind, forKey: .kind)
            for (key, value) in members { try box.encode(value, forKey: key) }
        }
        switch self {
        case .stallBeforeHeaders: try write(.stallBeforeHeaders)
        case .stallInBody(let bytes): try write(.stallInBody, [(.afterBytes, bytes)])
        case .reset(let bytes): try write(.reset, [(.afterBytes, bytes)])
        case .truncate(let bytes): try write(.truncate, [(.afterBytes, bytes)])
        case .wrongContentLength(let offset): try write(.wrongContentLength, [(.offset, offset)])
        case .slow(let rate): try write(.slow, [(.bytesPerSecond, rate)])
        case .status(let status, let after):
            try write(.status, [(.status, status)])
            try box.encodeIfPresent(after, forKey: .retryAfter)
        case .answer(let status, let type, let bytes):
            try write(.answer, [(.status, status), (.type, type), (.bytes, bytes)])
        case .redirect(let place): try write(.redirect, [(.to, place)])
        case .html200: try write(.html200)
        case .placeholderRedirect: try write(.placeholderRedirect)
        case .wrongType(let type): try write(.wrongType, [(.type, type)])
        case .missingEnd: try write(.missingEnd)
        case .invalidJSON: try write(.invalidJSON)
        case .failCode(let code, let message):
            try write(.failCode, [(.code, code), (.message, message)])
        case .duplicatePages: try write(.duplicatePages)
        case .shiftedPages(let insert, let remove):
            try write(.shiftedPages, [(.insert, insert), (.remove, remove)])
        case .emptyPage(let page): try write(.emptyPage, [(.page, page)])
        case .shortPages(let fewer): try write(.shortPages, [(.fewer, fewer)])
        case .emptyTotal: try write(.emptyTotal)
        case .fewPhotos(let count): try write(.fewPhotos, [(.count, count)])
        case .emptyPhotos: try write(.emptyPhotos)
        }
    }
}

extension FakeFault {
    /// The name of the kind in fault files.
    var kindName: String {
        let text = String(describing: self)
        return String(text.prefix { $0 != "(" })
    }
}
