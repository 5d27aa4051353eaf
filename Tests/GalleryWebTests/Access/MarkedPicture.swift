import Foundation

/// A picture with its photo's state in every metadata field that listings use.
enum MarkedPicture {
    /// A text that is unique to one photo.
    static func marker(_ state: String, _ field: String) -> String { "Zq\(state)\(field)" }

    /// A sample with EXIF and XMP before its own segments.
    static func bytes(of sample: String, _ state: String, latitude: Int) throws -> [UInt8] {
        let picture = try PictureScene.bytes(of: sample)
        return Array(picture.prefix(2)) + segment("Exif\0\0", exif(state))
            + segment("http://ns.adobe.com/xap/1.0/\0", Array(xmp(state, latitude).utf8))
            + picture.dropFirst(2)
    }

    private static func segment(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return [0xFF, 0xE1] + big(UInt16(body.count + 2)) + body
    }

    /// Maker and model in the first directory of a TIFF.
    private static func exif(_ state: String) -> [UInt8] {
        let make = Array("Zq\0".utf8)
        let model = Array((marker(state, "CAMERA") + "\0").utf8)
        var bytes: [UInt8] = Array("MM\0*".utf8) + big(UInt32(8)) + big(UInt16(2))
        // Values of up to four bytes are stored in the entry itself.
        bytes += big(UInt16(0x010F)) + big(UInt16(2)) + big(UInt32(make.count)) + make + [0]
        bytes += big(UInt16(0x0110)) + big(UInt16(2)) + big(UInt32(model.count)) + big(UInt32(38))
        return bytes + big(UInt32(0)) + model
    }

    private static func xmp(_ state: String, _ latitude: Int) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
         xmlns:exif="http://ns.adobe.com/exif/1.0/"
         xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
         xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
         xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
         exif:GPSLatitude="\(latitude),30.0N" exif:GPSLongitude="2,20.0E">
        <dc:subject><rdf:Bag><rdf:li>\(marker(state, "TAG"))</rdf:li></rdf:Bag></dc:subject>
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">\(marker(state, "WORDS"))</rdf:li></rdf:Alt></dc:description>
        <mwg-rs:Regions rdf:parseType="Resource">
        <mwg-rs:AppliedToDimensions stDim:w="548" stDim:h="342" stDim:unit="pixel"/>
        <mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description mwg-rs:Name="\(marker(state, "PERSON"))"
         mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.2" stArea:h="0.2"
         stArea:unit="normalized"/></rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}
