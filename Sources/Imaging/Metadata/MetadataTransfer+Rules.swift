extension MetadataTransfer {
    /// Says what of an original's metadata goes along with a copy.
    ///
    /// Unless everything is kept, a tag is carried only where it is on a list: always what tells how and
    /// when the picture was made, where its value is the number or date that it should be; the rest where
    /// it is asked for. No text is searched for what it may give away: text stays behind as a whole.
    /// Never carried then: the notes of camera makers (they hide serial numbers, names and positions),
    /// comments, instructions, sources of the file, histories of editing, identifiers of documents and
    /// pictures, the program that wrote the file.
    package struct Rules: Hashable, Sendable {
        /// Whether all metadata that are true of the copy go along, positions, serial numbers and names
        /// among them.
        package var keepsEverything = false
        /// Whether positions and names of places go along.
        package var keepsLocation: Bool
        /// Whether the names of cameras and lenses go along: free text, whatever the tags are called.
        package var keepsCamera: Bool
        /// Whether serial numbers of cameras and lenses go along.
        package var keepsSerials: Bool
        /// Whether the names of the people in the picture and of the camera's owner go along.
        package var keepsNames: Bool
        /// Whether the title and the headline go along.
        package var keepsTitle: Bool
        /// Whether the description and the alternative texts go along.
        package var keepsDescription: Bool
        /// Whether keywords and ratings go along.
        package var keepsTags: Bool
        /// Whether creator, copyright, credit and terms of use go along.
        package var keepsCredit: Bool

        /// Makes rules for a copy that is given away: only what is named goes along.
        package init(
            keepsLocation: Bool = false, keepsCamera: Bool = false, keepsSerials: Bool = false,
            keepsNames: Bool = false, keepsTitle: Bool = false, keepsDescription: Bool = false,
            keepsTags: Bool = false, keepsCredit: Bool = false
        ) {
            self.keepsLocation = keepsLocation
            self.keepsCamera = keepsCamera
            self.keepsSerials = keepsSerials
            self.keepsNames = keepsNames
            self.keepsTitle = keepsTitle
            self.keepsDescription = keepsDescription
            self.keepsTags = keepsTags
            self.keepsCredit = keepsCredit
        }

        /// Rules for a copy that a person keeps.
        package static let everything: Rules = {
            var rules = Rules(
                keepsLocation: true, keepsCamera: true, keepsSerials: true, keepsNames: true,
                keepsTitle: true, keepsDescription: true, keepsTags: true, keepsCredit: true)
            rules.keepsEverything = true
            return rules
        }()
    }
}
