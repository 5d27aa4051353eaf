import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The options that say how faces are looked for.
struct FaceOptionFlags: ParsableArguments {
    /// What `--detector` may be.
    enum Detector: String, CaseIterable, ExpressibleByArgument {
        case haar, yunet
    }

    /// What `--quality` may be.
    enum Quality: String, CaseIterable, ExpressibleByArgument {
        case fast, balanced, thorough
    }

    @Option(
        help: ArgumentHelp(
            "What looks for faces, else the setting faces.detector, else haar.",
            valueName: "detector"))
    var detector: Detector?

    @Option(
        help: ArgumentHelp(
            "How thorough, else the setting faces.quality, else balanced.", valueName: "quality"))
    var quality: Quality?

    @Option(
        help: ArgumentHelp("Use this Haar cascade, an XML file of OpenCV's.", valueName: "file"),
        completion: .file(extensions: ["xml"]))
    var cascade: Operand?

    func validate() throws {
        if let cascade, cascade.text.isEmpty {
            throw ValidationError("--cascade needs a file: give its path")
        }
        if cascade != nil, detector == .yunet {
            throw ValidationError(
                "--cascade is about the detector haar: leave out --detector yunet")
        }
    }

    /// The options over the settings.
    func options(_ settings: GallerySettings) -> FaceOptions {
        var options = FaceOptions(settings: settings)
        if let quality {
            options.quality = FaceDetectionQuality(rawValue: quality.rawValue) ?? options.quality
        }
        if let cascade {
            options.cascade = BytePath(cascade.text)
            options.detector = .haar
        }
        if let detector {
            options.detector = FaceDetectorName(rawValue: detector.rawValue) ?? options.detector
        }
        return options
    }
}
