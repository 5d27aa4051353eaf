/// The rules for reading pictures of a catalog in `Gallery`: docs/design.md, "Catalog".
enum PictureRules {
    /// Source files that read files by path, with the kind of file; no picture of the catalog is
    /// among them.
    static let readers = [
        "Sources/Gallery/DetectorModels/DetectorModel.swift": "models",
        "Sources/Gallery/DetectorModels/ModelInstallation.swift": "models",
        "Sources/Gallery/Editing/EffectSheet.swift": "files outside any catalog",
        "Sources/Gallery/Editing/PictureBytes.swift": "the open file of a verified picture",
        "Sources/Gallery/Export/OriginalsTable.swift": "tables that were written before",
        "Sources/Gallery/Export/PhotoGallery+Outputs.swift": "tables that were written before",
        "Sources/Gallery/Export/PhotoSidecar.swift": "sidecars that were written before",
        "Sources/Gallery/Export/RenderedCopy.swift": "copies that were written before",
        "Sources/Gallery/Faces/FileFaces.swift": "files outside any catalog",
        "Sources/Gallery/Import/CameraImport.swift": "files to import",
        "Sources/Gallery/Import/MetadataRefresh.swift": "sources of photos that did not change",
        "Sources/Gallery/Import/ArrivingPicture.swift": "files that are not yet of the catalog",
        "Sources/Gallery/Library/PhotoGallery+MetadataTable.swift": "tables of metadata",
        "Sources/Gallery/Places/PhotoGallery+Tracks.swift": "tracks",
        "Sources/Gallery/Places/ReverseGeocoder.swift": "files outside any catalog",
        "Sources/Gallery/Sources/PictureDownloads.swift": "downloads that are not stored yet",
        "Sources/Gallery/Settings/GallerySettings.swift": "the configuration",
        "Sources/Gallery/Settings/SignIns.swift": "who signed in where",
        "Sources/Gallery/Links/ShareLinkFile.swift": "files of share links, a cache",
        "Sources/Gallery/StaticSite/SiteFolder.swift": "the manifest of a site",
        "Sources/Gallery/StaticSite/SiteWork+Pictures.swift": "thumbnails, a cache",
        "Sources/Gallery/Thumbnails/ThumbnailMaking.swift": "thumbnails, a cache",
    ]

    /// Types and calls that read files by path, for any name of the reader.
    ///
    /// A matching group means that the match is harmless. No \b: to Swift, `a.decode` is one word.
    private static var reading: Regex<(Substring, appending: Substring?, own: Substring?)> {
        #/
        (?:Camera)?MetadataReader | CameraFileReader | TrackReader | FileBytes | InputStream
        | Descriptor(?:\.file)?\(\s*(?!folder:) | MappedFile\( | contents\(\s*atMost
        | for(?:Reading|Updating)(?:From|AtPath) | contents\(\s*atPath
        | (?:decode|read)\(\s*path\s*:(?!\s*descriptorPath)
        | (?<appending>append|insert)?\(\s*contentsOf\s*:
        | Glibc\s*\.\s*open\( | openat\( | fopen\(
        | (?<own>func\s+|[.\w])?open\(\s*[^\)\s]
        /#
    }

    /// Reads of a picture by its path: a file in place may meanwhile contain another picture.
    static func breaches(in file: SourceFile) -> [Breach] {
        guard file.module == "Gallery", readers[file.path] == nil else { return [] }
        let code = file.code.joined(separator: "\n")
        return code.matches(of: reading).compactMap { match in
            guard match.output.appending == nil, match.output.own == nil else { return nil }
            return Breach(
                path: file.path,
                line: 1 + code[..<match.range.lowerBound].count { $0 == "\n" },
                message: "a file is read by its path: a catalog's picture is read through "
                    + "VerifiedPicture (PictureBytes); other files are named in PictureRules")
        }
    }
}
