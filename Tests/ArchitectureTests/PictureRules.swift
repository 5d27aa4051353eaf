/// How `Gallery` may come to the bytes of a catalog's pictures: docs/design.md, "Catalog".
enum PictureRules {
    /// Files that read files by their paths, and what those are: none is a picture of the catalog.
    static let readers = [
        "Sources/Gallery/Analyse/FileFaces.swift": "files outside any catalog",
        "Sources/Gallery/Analyse/NamedPictures.swift": "files outside any catalog",
        "Sources/Gallery/Edit/EffectSheet.swift": "files outside any catalog",
        "Sources/Gallery/Edit/PictureBytes.swift": "the open file of a verified picture",
        "Sources/Gallery/Export/NewFile.swift": "what lies where a file is to be written",
        "Sources/Gallery/Export/PhotoSidecar.swift": "sidecars that were written before",
        "Sources/Gallery/Models/DetectorModel.swift": "models",
        "Sources/Gallery/Models/ModelInstallation.swift": "models",
        "Sources/Gallery/Search/PictureCheck.swift": "downloads that are not stored yet",
    ]

    /// Reads of a picture by its path: a file in place may hold another picture by now.
    static func breaches(in file: SourceFile) -> [Breach] {
        guard file.module == "Gallery", readers[file.path] == nil else { return [] }
        let code = file.code.joined(separator: "\n")
        // No \b: to Swift, `a.decode` is one word.
        let reading =
            #/FileBytes\s*\.\s*(?:read|head)\(|MetadataReader\(\)\s*\.\s*read\(\s*path|decode\(\s*path|forReadingFrom/#
        return code.matches(of: reading).map { match in
            Breach(
                path: file.path,
                line: 1 + code[..<match.range.lowerBound].count { $0 == "\n" },
                message: "a file is read by its path: a catalog's picture is read through "
                    + "VerifiedPicture (PictureBytes); other files are named in PictureRules")
        }
    }
}
