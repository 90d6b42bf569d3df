//! Numbers above a list: each is declared once, as a field. The side that counts fills in how; the side that shows them reads names and words.

use domain::shared::money::Money;

/// What stands in the fields of a summary.
pub trait Content {
    /// Where records are counted.
    type Count;
    /// Where money is added up.
    type Sum;
}

/// The numbers themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {}

impl Content for Numbers {
    type Count = i64;
    type Sum = Money;
}

/// How to come by each number, in the words of the side that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {}

impl Content for Formulas {
    type Count = &'static str;
    type Sum = &'static str;
}

/// One number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// So many records.
    Count(i64),
    /// So much money.
    Sum(Money),
}

/// What a number is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// Records.
    Count,
    /// Money.
    Sum,
}

/// A number as it was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The field's name, as in `in_progress`.
    pub name: &'static str,
    /// What is counted.
    pub about: &'static str,
    /// What it is made of.
    pub kind: FigureKind,
}

/// All numbers above a list.
pub trait Summary: Clone + Send + 'static {
    /// The same fields with how to come by them.
    type Formulas: 'static;
    /// What it is called.
    const NAME: &'static str;
    /// What it is about.
    const ABOUT: &'static str;
    /// Its numbers, in their order.
    const FIGURES: &'static [Figure];

    /// The formulas, in the numbers' order.
    fn formulas(formulas: &Self::Formulas) -> Vec<&'static str>;
    /// As counted, in their order; money in cents. What is not there is nothing.
    fn counted(numbers: impl IntoIterator<Item = i64>) -> Self;
    /// The numbers, in their order.
    fn numbers(&self) -> Vec<Number>;
}

/// Above a list without numbers.
impl Summary for () {
    type Formulas = ();
    const NAME: &'static str = "Nothing";
    const ABOUT: &'static str = "Nothing is counted.";
    const FIGURES: &'static [Figure] = &[];

    fn formulas((): &()) -> Vec<&'static str> {
        vec![]
    }

    fn counted(_: impl IntoIterator<Item = i64>) -> Self {}

    fn numbers(&self) -> Vec<Number> {
        vec![]
    }
}

/// A number that was counted, money in cents.
pub(crate) trait Counted {
    /// It, as what it is.
    fn counted(number: i64) -> Self;
}

impl Counted for i64 {
    fn counted(number: i64) -> Self {
        number
    }
}

impl Counted for Money {
    fn counted(number: i64) -> Self {
        Self::from_cents(number)
    }
}

/// Declares a summary: its name, and each number as a `Count` or a `Sum`.
macro_rules! summary {
    ($(#[doc = $about:literal])+ $name:ident { $($(#[doc = $told:literal])+ $field:ident: $kind:ident,)+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<C: $crate::shared::summary::Content = $crate::shared::summary::Numbers> {
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
                Self { $($field: $crate::shared::summary::Counted::counted(numbers.next().unwrap_or_default()),)+ }
            }

            fn numbers(&self) -> Vec<$crate::shared::summary::Number> {
                vec![$($crate::shared::summary::Number::$kind(self.$field)),+]
            }
        }
    };
}

pub(crate) use summary;
