//! Building blocks of the field tables. Each field is declared once. Its validation, audit entries, import
//! columns, storage and API are generated from the declaration.

use chrono::NaiveDate;

use crate::driving_record::amount::Amount;
use crate::driving_record::kinds::{ChargeStatus, FeeType, Fees, TicketCategory, TicketStatus};
use crate::shared::citation_number::CitationNumber;
use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::us_state::UsState;

/// Field names with their values as strings, as in the audit trail. Fields without a value have an empty string.
pub type Fields = Vec<(&'static str, String)>;

/// Format of a field's value.
#[derive(Clone, Copy, Debug)]
pub enum FieldFormat {
    /// Any string, with or without line breaks.
    Text,
    /// A date as `YYYY-MM-DD`.
    Date,
    /// A whole number in decimal digits.
    Number,
    /// The word `true` or `false`.
    Flag,
    /// A word from a fixed list. The function takes a word in any case and returns its stored spelling.
    Word(fn(&str) -> Option<&'static str>),
    /// A decimal number: dollars or percent.
    Money,
}

/// Constraint on a field's value, for code that describes the field, such as the API document. Variants with
/// `OrNone` also allow an empty value.
#[derive(Clone, Copy, Debug)]
pub enum FieldRule {
    /// One line with at most this many characters.
    Line(usize),
    /// One line with at most this many characters, or no value.
    LineOrNone(usize),
    /// A citation number, or no value.
    CitationNumberOrNone,
    /// A state by full name, or no value.
    StateOrNone,
    /// Several lines with at most this many characters in total, or no value.
    LinesOrNone(usize),
    /// A required date.
    Day,
    /// A date, or no value.
    DayOrNone,
    /// An amount of money.
    Amount,
    /// An amount of money, or words.
    AmountOrWords,
    /// No constraint besides the field's type.
    OfItsType,
}

impl FieldRule {
    /// Returns the constraint on the field's value; `None` if only the field's type constrains the value.
    pub fn constraint(self) -> Option<TextConstraint> {
        Some(match self {
            Self::Line(most) => TextConstraint::line(most),
            Self::LineOrNone(most) => TextConstraint::line(most).or_empty(),
            Self::CitationNumberOrNone => CitationNumber::constraint().or_empty(),
            Self::StateOrNone => UsState::constraint().or_empty(),
            Self::LinesOrNone(most) => TextConstraint::paragraph(most).or_empty(),
            Self::Day => TextConstraint::day(),
            Self::DayOrNone => TextConstraint::day().or_empty(),
            Self::Amount => Amount::number_constraint(),
            Self::AmountOrWords => Amount::constraint(),
            Self::OfItsType => return None,
        })
    }
}

/// Maps a rule of a field table to its [`FieldRule`]. Each rule is also a method of `Reader`.
macro_rules! rule {
    (required($missing:expr, $most:expr)) => {
        FieldRule::Line($most)
    };
    (line($most:expr)) => {
        FieldRule::LineOrNone($most)
    };
    (citation_number()) => {
        FieldRule::CitationNumberOrNone
    };
    (state()) => {
        FieldRule::StateOrNone
    };
    (authority()) => {
        FieldRule::OfItsType
    };
    (zone()) => {
        FieldRule::OfItsType
    };
    (court_line($if:ident, $most:expr)) => {
        FieldRule::LineOrNone($most)
    };
    (paragraph()) => {
        FieldRule::LinesOrNone(MAX_IN_PARAGRAPH)
    };
    (date()) => {
        FieldRule::Day
    };
    (not_before($date:ident)) => {
        FieldRule::DayOrNone
    };
    (court_date($if:ident)) => {
        FieldRule::DayOrNone
    };
    (amount()) => {
        FieldRule::Amount
    };
    (amount_or_words()) => {
        FieldRule::AmountOrWords
    };
    (points()) => {
        FieldRule::OfItsType
    };
    (word($($given:tt)*)) => {
        FieldRule::OfItsType
    };
    (flag()) => {
        FieldRule::OfItsType
    };
}

/// The column of an imported file that fills a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldColumn {
    /// Name of the column, as staff read it.
    pub label: &'static str,
    /// Normalized headers that have this meaning, separated by spaces: lower case, only letters and digits.
    pub headers: &'static str,
}

/// Declares the column of a field.
pub(super) const fn column(label: &'static str, headers: &'static str) -> Option<FieldColumn> {
    Some(FieldColumn { label, headers })
}

/// Declares that files have no column for a field.
pub(super) const NO_COLUMN: Option<FieldColumn> = None;

/// A field of an item.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Name of the field, in snake case.
    pub name: &'static str,
    /// Format of the field's value.
    pub input: FieldFormat,
    /// Constraint on the field's value.
    pub rule: FieldRule,
    /// The column of imported files that fills the field; `None` if files have no such column.
    pub column: Option<FieldColumn>,
}

/// A Rust type that a field's value can have.
pub(super) trait Value {
    const INPUT: FieldFormat;
    /// Formats the value as a string, as in an `ItemDraft`; empty for `None`.
    fn text(&self) -> String;
}

impl<T: Value> Value for Option<T> {
    const INPUT: FieldFormat = T::INPUT;
    fn text(&self) -> String {
        self.as_ref().map(T::text).unwrap_or_default()
    }
}

macro_rules! value {
    ($type:ty, $input:expr) => {
        impl Value for $type {
            const INPUT: FieldFormat = $input;
            fn text(&self) -> String {
                self.to_string()
            }
        }
    };
}

macro_rules! word {
    ($type:ty) => {
        value!(
            $type,
            FieldFormat::Word(|text| {
                <$type>::ALL.iter().map(|word| word.as_str()).find(|word| word.eq_ignore_ascii_case(text))
            })
        );
    };
}

value!(String, FieldFormat::Text);
value!(NaiveDate, FieldFormat::Date);
value!(i32, FieldFormat::Number);
value!(bool, FieldFormat::Flag);
word!(TicketCategory);
word!(TicketStatus);
word!(ChargeStatus);
word!(FeeType);

pub(super) const FEE_TYPE: &str = "processing_fee_type";
pub(super) const PROCESSING_FEE: &str = "processing_fee_amount";
pub(super) const OUR_FEE: &str = "our_processing_fee";

/// The fields of an item's fees, which every kind of item has. A fee without a value gets its default.
pub(super) const FEE_FIELDS: [Field; 3] = [
    Field {
        name: FEE_TYPE,
        input: FeeType::INPUT,
        rule: FieldRule::OfItsType,
        column: column("Processing fee type (flat or percentage)", "processingfeetype feetype"),
    },
    Field {
        name: PROCESSING_FEE,
        input: FieldFormat::Money,
        rule: FieldRule::OfItsType,
        column: column("Processing fee", "processingfeeamount processingfee fee"),
    },
    Field {
        name: OUR_FEE,
        input: FieldFormat::Money,
        rule: FieldRule::OfItsType,
        column: column("Our processing fee", "ourprocessingfee ourfee"),
    },
];

/// Returns the names of the fee fields, each with its value as a string.
pub(super) fn fee_texts(fees: Fees) -> Fields {
    vec![
        (FEE_TYPE, fees.fee_type.to_string()),
        (PROCESSING_FEE, fees.processing_fee.to_string()),
        (OUR_FEE, fees.our_fee.to_string()),
    ]
}

/// Declares the struct of an item's fields from a table. The table gives each field's documentation, its type, the
/// rule that parses its value, and its column in imported files.
macro_rules! fields {
    (
        $(#[$about:meta])*
        $details:ident, fees: $fees:ident {
            $( $(#[$doc:meta])* $field:ident: $type:ty = $rule:ident($($given:tt)*) => $column:expr, )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $details {
            $( $(#[$doc])* pub $field: $type, )+
            /// Fees that are recorded with the item.
            pub fees: Fees,
        }

        impl $details {
            /// All fields of this kind of item. The fields of the fees come last.
            pub const FIELDS: &[Field] = {
                let [fee_type, processing_fee, our_fee] = FEE_FIELDS;
                &[
                    $( Field {
                        name: stringify!($field),
                        input: <$type as Value>::INPUT,
                        rule: rule!($rule($($given)*)),
                        column: $column,
                    }, )+
                    fee_type, processing_fee, our_fee,
                ]
            };

            /// Returns every field's value as a string, always in the same order.
            pub fn fields(&self) -> Fields {
                let mut fields = vec![$( (stringify!($field), Value::text(&self.$field)), )+];
                fields.extend(fee_texts(self.fees));
                fields
            }

            /// Parses all fields with their rules. Returns `None` if a rule of the table returned `None`.
            pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
                $( let $field = reader.$rule(stringify!($field), $($given)*); )+
                let fees = reader.fees(Fees::$fees());
                Some(Self { $( $field: $field?, )+ fees })
            }
        }
    };
}

pub(super) use {fields, rule};
