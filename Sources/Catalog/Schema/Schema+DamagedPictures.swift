/// Pictures that are kept although they are damaged.
extension Schema {
    static let damagedPictures = """
        -- What is wrong with the bytes of a picture that decodes in part; NULL where nothing is known to be.
        ALTER TABLE file ADD COLUMN damage TEXT CHECK (damage <> '');
        """
}
