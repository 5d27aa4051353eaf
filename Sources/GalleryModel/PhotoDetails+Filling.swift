import Foundation

extension PhotoDetails {
    /// These details, with what they do not know taken from others of the same photo.
    public func filled(with others: PhotoDetails) -> PhotoDetails {
        var result = self
        func fill<Value>(_ fact: WritableKeyPath<PhotoDetails, Value?>) {
            if result[keyPath: fact] == nil { result[keyPath: fact] = others[keyPath: fact] }
        }
        for fact in PhotoDetails.texts { fill(fact) }
        for fact in PhotoDetails.numbers { fill(fact) }
        for fact in PhotoDetails.measures { fill(fact) }
        for fact in PhotoDetails.flags { fill(fact) }
        fill(\.license)
        fill(\.dateUploaded)
        if result.coordinate == nil, result.positionText == nil {
            result.coordinate = others.coordinate
            result.positionText = others.positionText
            result.positionWarning = others.positionWarning
        }
        if result.tags.isEmpty { result.tags = others.tags }
        return result
    }

    private static var texts: [WritableKeyPath<PhotoDetails, String?>] {
        [
            \.title, \.caption, \.creator, \.copyright, \.owner, \.sourceURL, \.dateTimeOriginal,
            \.offsetTimeOriginal, \.make, \.model, \.lens, \.server, \.secret, \.media,
            \.thumbnailURL, \.largePictureURL, \.fileName, \.rawJSON,
        ]
    }

    private static var numbers: [WritableKeyPath<PhotoDetails, Int?>] {
        [\.width, \.height, \.orientation, \.iso, \.rating, \.farm]
    }

    private static var measures: [WritableKeyPath<PhotoDetails, Double?>] {
        [\.exposureTime, \.fNumber, \.focalLength]
    }

    private static var flags: [WritableKeyPath<PhotoDetails, Bool?>] {
        [\.isPublic, \.isFriend, \.isFamily]
    }
}
