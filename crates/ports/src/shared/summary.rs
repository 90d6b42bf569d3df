//! Figures above a list. A list's figures are declared once, as the fields of a struct. The database adapter supplies a
//! formula for each figure. The API takes the figures' names and descriptions from the declaration.

use domain::shared::money::Money;

/// Types of a summary's fields.
pub trait FieldTypes {
    /// Type of a field that counts records.
    type Count;
    /// Type of a field that sums money.
    type Sum;
}

/// Field types of the struct that holds the computed figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureValues {}

impl FieldTypes for FigureValues {
    type Count = i64;
    type Sum = Money;
}

/// Field types of the struct that holds the figures' formulas, which the database adapter writes in SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {}

impl FieldTypes for Formulas {
    type Count = &'static str;
    type Sum = &'static str;
}

/// A figure's computed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureValue {
    /// A number of records.
    Count(i64),
    /// A total of money.
    Sum(Money),
}

/// The kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// A number of records.
    Count,
    /// A total of money.
    Sum,
}

/// Declaration of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name of the field, such as `in_progress`.
    pub name: &'static str,
    /// Description of the figure.
    pub about: &'static str,
    /// Whether the figure counts records or sums money.
    pub kind: FigureKind,
}

/// All figures above a list.
pub trait Summary: Clone + Send + 'static {
    /// The struct with a formula in each field.
    type Formulas: 'static;
    /// Name of the figures' struct.
    const NAME: &'static str;
    /// Description of the figures' struct.
    const ABOUT: &'static str;
    /// Declarations of the figures, in order.
    const FIGURES: &'static [Figure];

    /// Returns the formulas that compute the figures, in the order of [`Summary::FIGURES`].
    fn formulas(formulas: &Self::Formulas) -> Vec<&'static str>;
    /// Creates the figures from numbers in the order of [`Summary::FIGURES`], with money in cents.
    /// Missing figures are zero.
    fn from_numbers(numbers: impl IntoIterator<Item = i64>) -> Self;
    /// Returns the figures in the order of [`Summary::FIGURES`].
    fn numbers(&self) -> Vec<FigureValue>;
}

/// The summary of a list that has no figures.
impl Summary for () {
    type Formulas = ();
    const NAME: &'static str = "Nothing";
    const ABOUT: &'static str = "Nothing is counted.";
    const FIGURES: &'static [Figure] = &[];

    fn formulas((): &()) -> Vec<&'static str> {
        vec![]
    }

    fn from_numbers(_: impl IntoIterator<Item = i64>) -> Self {}

    fn numbers(&self) -> Vec<FigureValue> {
        vec![]
    }
}

/// A type that can be created from a computed number, with money in cents.
pub(crate) trait FromFigure {
    /// Creates the value of a figure. For money, `number` is the amount in cents.
    fn from_number(number: i64) -> Self;
}

impl FromFigure for i64 {
    fn from_number(number: i64) -> Self {
        number
    }
}

impl FromFigure for Money {
    fn from_number(number: i64) -> Self {
        Self::from_cents(number)
    }
}

/// Declares the struct of a list's figures: its name, and each figure as a `Count` or a `Sum`.
macro_rules! summary {
    ($(#[doc = $about:literal])+ $name:ident { $($(#[doc = $description:literal])+ $field:ident: $kind:ident,)+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<C: $crate::shared::summary::FieldTypes = $crate::shared::summary::FigureValues> {
            $($(#[doc = $description])+ pub $field: C::$kind,)+
        }

        impl $crate::shared::summary::Summary for $name {
            type Formulas = $name<$crate::shared::summary::Formulas>;
            const NAME: &'static str = stringify!($name);
            const ABOUT: &'static str = concat!($($about),+);
            const FIGURES: &'static [$crate::shared::summary::Figure] = &[$(
                $crate::shared::summary::Figure {
                    name: stringify!($field),
                    about: concat!($($description),+),
                    kind: $crate::shared::summary::FigureKind::$kind,
                },
            )+];

            fn formulas(formulas: &Self::Formulas) -> Vec<&'static str> {
                vec![$(formulas.$field),+]
            }

            fn from_numbers(numbers: impl IntoIterator<Item = i64>) -> Self {
                let mut numbers = numbers.into_iter();
                Self { $($field: $crate::shared::summary::FromFigure::from_number(numbers.next().unwrap_or_default()),)+ }
            }

            fn numbers(&self) -> Vec<$crate::shared::summary::FigureValue> {
                vec![$($crate::shared::summary::FigureValue::$kind(self.$field)),+]
            }
        }
    };
}

pub(crate) use summary;
