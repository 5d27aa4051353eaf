extension TIFFStructure {
    /// Which camera's raw format a file is that begins as a TIFF; nil for a TIFF that is none.
    ///
    /// The maker alone tells nothing: programs keep it in the TIFFs that they make of raw files. What
    /// tells is a picture of a sensor's cells, or the version of a DNG.
    /// Source: TIFF/EP (ISO 12234-2), tag 262; https://exiftool.org/TagNames/EXIF.html.
    static func rawFormat(_ bytes: ByteWindow) -> RawFormat? {
        if bytes.has("CR", at: 8) { return .cr2 }
        if bytes.has("IIII", at: 8) { return .iiq }
        guard var reader = TIFFReader(bytes) else { return nil }
        var maker = ""
        var waiting = [reader.first]
        var count = 0
        while let offset = waiting.popLast(), count < mostPages {
            count += 1
            guard let directory = try? reader.directory(at: offset) else { continue }
            if directory[.dngVersion] != nil { return .dng }
            maker = maker.isEmpty ? reader.text(directory[.maker])?.uppercased() ?? "" : maker
            if let photometric = reader.number(directory[.photometric]),
                sensorPhotometrics.contains(photometric)
            {
                return .init(maker: maker)
            }
            if directory.next != 0 { waiting.append(directory.next) }
            waiting += (try? reader.numbers(directory[.subdirectories]))?.prefix(mostPages) ?? []
        }
        return nil
    }

    private static let mostPages = 64
    /// A filter of colours over the cells, and what is left when it is computed away.
    private static let sensorPhotometrics = [32803, 34892]
}

extension RawFormat {
    /// The format of a raw file in the form of a TIFF, by the camera's maker.
    fileprivate init(maker: String) {
        let makers: [(String, RawFormat)] = [
            ("NIKON", .nef), ("SONY", .arw), ("PENTAX", .pef), ("RICOH", .pef), ("SAMSUNG", .srw),
            ("HASSELBLAD", .threeFR), ("EPSON", .erf), ("SEIKO EPSON", .erf), ("KODAK", .dcr),
            ("EASTMAN KODAK", .dcr), ("PHASE ONE", .iiq), ("LEAF", .mos), ("MAMIYA", .mef),
        ]
        self = makers.first { maker.hasPrefix($0.0) }?.1 ?? .other
    }
}
