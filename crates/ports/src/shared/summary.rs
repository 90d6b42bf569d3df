//! Figures above a list. Each is declared once, as a field. The database adapter supplies the formulas; the API
//! reads names and descriptions.

use domain::shared::money::Money;

/// Types of a summary's fields.
pub trait FieldTypes {
    /// Type of a field that counts records.
    type Count;
    /// Type of a field that sums money.
    type Sum;
}

/// Fields that hold the computed figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureValues {}

impl FieldTypes for FigureValues {
    type Count = i64;
    type Sum = Money;
}

/// Fields that hold the formulas of the figures, in the language of the database adapter.
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
    /// A sum of money.
    Sum(Money),
}

/// The kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// A number of records.
    Count,
    /// A sum of money.
    Sum,
}

/// Declaration of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name of the field, such as `in_progress`.
    pub name: &'static str,
    /// Description of the figure.
    pub about: &'static str,
    /// Whether it counts records or sums money.
    pub kind: FigureKind,
}

/// All figures above a list.
pub trait Summary: Clone + Send + 'static {
    /// The same fields with formulas.
    type Formulas: 'static;
    /// Name of the type.
    const NAME: &'static str;
    /// Description of the type.
    const ABOUT: &'static str;
    /// Declarations of the figures, in order.
    const FIGURES: &'static [Figure];

    /// The formulas, in the figures' order.
    fn formulas(formulas: &Self::Formulas) -> Vec<&'static str>;
    /// Builds it from figures in order, with money in cents. Missing figures are zero.
    fn counted(numbers: impl IntoIterator<Item = i64>) -> Self;
    /// The figures, in order.
    fn numbers(&self) -> Vec<FigureValue>;
}

/// Summary of a list without figures.
impl Summary for () {
    type Formulas = ();
    const NAME: &'static str = "Nothing";
    const ABOUT: &'static str = "Nothing is counted.";
    const FIGURES: &'static [Figure] = &[];

    fn formulas((): &()) -> Vec<&'static str> {
        vec![]
    }

    fn counted(_: impl IntoIterator<Item = i64>) -> Self {}

    fn numbers(&self) -> Vec<FigureValue> {
        vec![]
    }
}

/// A type that is built from a computed figure, with money in cents.
pub(crate) trait FromFigure {
    fn counted(number: i64) -> Self;
}

impl FromFigure for i64 {
    fn counted(number: i64) -> Self {
        number
    }
}

impl FromFigure for Money {
    fn counted(number: i64) -> Self {
        Self::from_cents(number)
    }
}

/// Declares a summary: its name, and each figure as a `Count` or a `Sum`.
macro_rules! summary {
    ($(#[doc = $about:literal])+ $name:ident { $($(#[doc = $told:literal])+ $field:ident: $kind:ident,)+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<C: $crate::shared::summary::FieldTypes = $crate::shared::summary::FigureValues> {
            $($(#[doc = $told])+ pub $field: C::$kind,)+
        }

        impl $crate::shared::summary::Summary for $name {
            type Formulas = $name<$crate::shared::summary::Formulas>;
            const NAME: &'static str = stringify!($name);
            const ABOUT: &'static str = concat!($($about),+);
            const FIGURES: &'static [$crate::shared::summary::Figure] = &[$(
                $crate::shared::summary::Figure {
                    name: stringify!($field),
                    about: concat!($($told),+),
                    kind: $crate::shared::summary::FigureKind::$kind,
                },
            )+];

            fn formulas(formulas: &Self::Formulas) -> Vec<&'static str> {
                vec![$(formulas.$field),+]
            }

            fn counted(numbers: impl IntoIterator<Item = i64>) -> Self {
                let mut numbers = numbers.into_iter();
                Self { $($field: $crate::shared::summary::FromFigure::counted(numbers.next().unwrap_or_default()),)+ }
            }

            fn numbers(&self) -> Vec<$crate::shared::summary::FigureValue> {
                vec![$($crate::shared::summary::FigureValue::$kind(self.$field)),+]
            }
        }
    };
}

pub(crate) use summary;
