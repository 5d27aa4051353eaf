import ArgumentParser
import Gallery
import GalleryModel

/// What an account tells of its person, as it is typed; an empty text takes it away.
struct ProfileFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of mail, which no other account has.", valueName: "email"))
    var email: Operand?

    @Option(help: ArgumentHelp("The given name.", valueName: "name"))
    var firstName: Operand?

    @Option(help: ArgumentHelp("The family name.", valueName: "name"))
    var lastName: Operand?

    @Option(help: ArgumentHelp("What they say of themselves.", valueName: "text"))
    var bio: Operand?

    @Option(help: ArgumentHelp("How far they have come in a campaign.", valueName: "text"))
    var level: Operand?

    @Option(help: ArgumentHelp("The photo that shows them.", valueName: "photo"))
    var photo: Operand?

    /// Whether something is given.
    var areGiven: Bool {
        [email, firstName, lastName, bio, level, photo].contains { $0 != nil }
    }

    /// A profile with what is given in place of what it said.
    ///
    /// - Throws: `notFound` where there is no such photo.
    func applied(
        to profile: AccountProfile, in gallery: PhotoGallery
    ) throws(GalleryError) -> AccountProfile {
        var profile = profile
        if let email { profile.email = email.text }
        if let firstName { profile.firstName = firstName.text }
        if let lastName { profile.lastName = lastName.text }
        if let bio { profile.bio = bio.text }
        if let level { profile.level = level.text }
        if let photo {
            profile.photo = photo.text.isEmpty ? nil : try gallery.photo(named: photo).id
        }
        return profile
    }
}
