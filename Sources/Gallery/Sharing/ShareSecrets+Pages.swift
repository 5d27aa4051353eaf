import Basics
import Foundation
import GalleryModel

extension ShareSecrets {
    /// The photo as pages for others may tell it: no more of it than is named here.
    ///
    /// When it was added, how it is stored, what its file is called and who may see it at its origin is nobody's
    /// business, whatever goes along.
    var shown: Photo {
        var details = PhotoDetails(origin: photo.details.origin, originID: "")
        let told = photo.details
        details.title = told.title
        details.caption = told.caption
        details.tags = told.tags
        details.rating = told.rating
        details.creator = told.creator
        details.copyright = told.copyright
        details.license = told.license
        details.sourceURL = told.sourceURL
        if keepsCredit { details.dateUploaded = told.dateUploaded }
        details.dateTimeOriginal = told.dateTimeOriginal
        details.offsetTimeOriginal = told.offsetTimeOriginal
        details.width = told.width
        details.height = told.height
        details.orientation = told.orientation
        details.make = told.make
        details.model = told.model
        details.lens = told.lens
        details.exposureTime = told.exposureTime
        details.fNumber = told.fNumber
        details.iso = told.iso
        details.focalLength = told.focalLength
        details.coordinate = told.coordinate
        var shown = Photo(id: photo.id, details: details, dateAdded: .distantPast)
        shown.pictures = photo.pictures.map { picture in
            Picture(
                size: picture.size, state: picture.state, fileType: picture.fileType,
                sha256: picture.sha256, width: picture.width, height: picture.height)
        }
        shown.facesPicture = photo.facesPicture
        shown.faces = keepsNames ? photo.faces : nil
        // A home is its owner's, no position of the photo.
        shown.location = photo.location?.source == .home ? nil : photo.location
        shown.edit = photo.edit
        return shown
    }
}

extension Photo {
    /// What changes with whatever a page may tell of the photo, see `ShareSecrets.shown`.
    var inputsOfPages: UInt64 {
        var inputs = InputDigest()
        inputs.add(Int(id.rawValue))
        for text in [
            details.origin.rawValue, details.title, details.caption, details.creator,
            details.copyright, details.owner, details.license?.name, details.license?.url,
            details.sourceURL, details.dateTimeOriginal, details.offsetTimeOriginal, details.make,
            details.model, details.lens, thumbnailVersion,
        ] {
            inputs.add(text)
        }
        inputs.add(details.tags)
        let shown = shownGeometry
        for number in [
            details.rating, details.iso, shown?.result.width, shown?.result.height,
            shown?.source.width, shown?.source.height,
        ] {
            inputs.add(number)
        }
        for number in [
            details.exposureTime, details.fNumber, details.focalLength,
            details.dateUploaded?.timeIntervalSince1970, coordinate?.latitude,
            coordinate?.longitude, coordinate?.altitude,
        ] {
            inputs.add(number)
        }
        inputs.add(location?.source.rawValue)
        for text in [
            location?.place.countryCode, location?.place.country, location?.place.region,
            location?.place.city,
        ] {
            inputs.add(text)
        }
        inputs.add(faces?.count)
        for face in faces ?? [] {
            inputs.add(face.name)
            for number in [
                face.rectangle.x, face.rectangle.y, face.rectangle.width, face.rectangle.height,
            ] {
                inputs.add(number)
            }
        }
        return inputs.value
    }
}
