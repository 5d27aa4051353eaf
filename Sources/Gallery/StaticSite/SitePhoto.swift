package import GalleryModel

/// A photo of a site: what may be told of it, and which of its pictures are there.
package struct SitePhoto: Sendable {
    /// The photo as it may be told.
    package let photo: Photo
    /// What changes with anything that pages may tell of it, its pictures' files included.
    package let inputs: UInt64
    /// Its pictures by their long edges, the smallest first: files of the site; none where no picture could be made.
    package let pictures: [(side: Int, file: String)]
    /// The copy to take away; nil where there is none.
    package let copy: SiteCopy?
}

/// A copy of a photo as `gallery share` makes it, among the files of a site.
package struct SiteCopy: Hashable, Sendable {
    /// The file of the site.
    package let file: String
    /// The name that it has for those who take it away.
    package let name: String
    /// The most pixels of its long edge; nil for no bound.
    package let longestSide: Int?
    /// What changes with its bytes.
    let inputs: UInt64
    /// Whether it shows something else than the original.
    let isChanged: Bool
    /// Whether it shows the photo as the pages do, edited.
    package let showsWhatPagesShow: Bool
}

/// A file of a site that is made of what `inputs` stands for.
package struct SiteFile: Sendable {
    /// The name in the site's folder, relative, with slashes.
    package let name: String
    /// What changes with anything that it is made of.
    package let inputs: UInt64
    /// What changes with what it is about, not with what stands around that; nil where nobody asks when that changed.
    package let subject: UInt64?
    /// Makes its bytes, on any thread.
    package let make: @Sendable () throws -> [UInt8]

    /// Makes a file, which is written where it is not there as it is to be.
    package init(
        _ name: String, inputs: UInt64, subject: UInt64? = nil,
        make: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.name = name
        self.inputs = inputs
        self.subject = subject
        self.make = make
    }
}
