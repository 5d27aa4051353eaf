extension HEIFFile {
    /// The coded picture of a file with a single picture; nil if the file has another layout.
    package static func coded(in file: [UInt8]) -> Coded? {
        guard let meta = content("meta", in: file[...])?.dropFirst(4),
            let places = content("iloc", in: meta)?.dropFirst(4),
            let entry = content("iinf", in: meta).flatMap({ content("infe", in: $0.dropFirst(6)) }),
            let list = content("iprp", in: meta).flatMap({ content("ipco", in: $0) })
        else { return nil }
        let properties = boxes(list)
        guard let size = properties.first(where: { $0.type == "ispe" }),
            let configuration = properties.first(where: { ["hvcC", "av1C"].contains($0.type) })
        else { return nil }
        // The lengths of offsets, lengths and bases; then the items, each with its parts.
        let sizes = places.prefix(2).map { Int($0) }
        let base = sizes[1] >> 4
        let first = places.dropFirst(4 + 2 + 2)
        let offset = value(first.prefix(base)) + value(first.dropFirst(base + 2).prefix(4))
        let length = value(first.dropFirst(base + 6).prefix(4))
        guard sizes[0] == 0x44, offset + length <= file.count else { return nil }
        return Coded(
            type: String(decoding: entry.dropFirst(8).prefix(4), as: UTF8.self),
            configuration: box(configuration.type, Array(configuration.content)),
            size: box("ispe", Array(size.content)), data: Array(file[offset..<(offset + length)]))
    }

    private static func value(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func content(_ type: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        boxes(bytes).first { $0.type == type }?.content
    }

    private static func boxes(
        _ bytes: ArraySlice<UInt8>
    ) -> [(type: String, content: ArraySlice<UInt8>)] {
        var list: [(type: String, content: ArraySlice<UInt8>)] = []
        var rest = bytes
        while rest.count >= 8 {
            let length = value(rest.prefix(4))
            guard (8...rest.count).contains(length) else { break }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            list.append((name, rest.prefix(length).dropFirst(8)))
            rest = rest.dropFirst(length)
        }
        return list
    }
}
