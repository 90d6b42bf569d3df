//! The number and the issuer of a citation (docs/product/everywhere.md#citation-numbers).

/// What names a citation outside Lanewise, as far as it is on file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Citation {
    /// The issuer's number of it.
    pub number: Option<String>,
    /// Who issued it.
    pub issuer: Option<String>,
}

impl Citation {
    /// The number and the issuer of an item.
    pub fn new(number: Option<&str>, issuer: Option<&str>) -> Self {
        Self { number: number.map(str::to_owned), issuer: issuer.map(str::to_owned) }
    }
}
