//! What a table of fields is made of: each field stands in it once, and the check, the audit trail, the import of files,
//! what is stored and what calls carry follow from it.

use chrono::NaiveDate;

use crate::driving_record::words::{ChargeStatus, FeeType, Fees, TicketCategory, TicketStatus};

/// Fields with their values as text, as the audit trail has them; empty where there is none.
pub type Fields = Vec<(&'static str, String)>;

/// How a field's text is written.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// Anything.
    Text,
    /// `YYYY-MM-DD`.
    Date,
    /// A whole number.
    Number,
    /// `true` or `false`.
    Flag,
    /// One of a few words; answers how it is spelled, whatever its case.
    Word(fn(&str) -> Option<&'static str>),
    /// A decimal: dollars, or per cent.
    Money,
}

/// What a field's text must be, for who describes it elsewhere. What a text may be left out of says so.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// A line of at most so many characters.
    Line(usize),
    /// The same, or nothing.
    LineOrNone(usize),
    /// Lines of at most so many characters together, or nothing.
    LinesOrNone(usize),
    /// A day.
    Day,
    /// A day, or nothing.
    DayOrNone,
    /// An amount of money.
    Amount,
    /// The same, or words.
    AmountOrWords,
    /// What its type says.
    OfItsType,
}

/// The rule of a row in the tables: each is a way in which the reader reads.
macro_rules! rule {
    (required($missing:expr, $most:expr)) => {
        Rule::Line($most)
    };
    (line($most:expr)) => {
        Rule::LineOrNone($most)
    };
    (court_line($if:ident, $most:expr)) => {
        Rule::LineOrNone($most)
    };
    (paragraph()) => {
        Rule::LinesOrNone(MOST_IN_PARAGRAPH)
    };
    (date()) => {
        Rule::Day
    };
    (not_before($date:ident)) => {
        Rule::DayOrNone
    };
    (court_date($if:ident)) => {
        Rule::DayOrNone
    };
    (amount()) => {
        Rule::Amount
    };
    (amount_or_words()) => {
        Rule::AmountOrWords
    };
    (points()) => {
        Rule::OfItsType
    };
    (word($($given:tt)*)) => {
        Rule::OfItsType
    };
    (flag()) => {
        Rule::OfItsType
    };
}

/// A field of an item.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name, in lower case with underscores.
    pub name: &'static str,
    /// How its text is written.
    pub input: Input,
    /// What its text must be.
    pub rule: Rule,
}

/// A value that a field can have.
pub(super) trait Value {
    const INPUT: Input;
    fn text(&self) -> String;
}

impl<T: Value> Value for Option<T> {
    const INPUT: Input = T::INPUT;
    fn text(&self) -> String {
        self.as_ref().map(T::text).unwrap_or_default()
    }
}

macro_rules! value {
    ($type:ty, $input:expr) => {
        impl Value for $type {
            const INPUT: Input = $input;
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
            Input::Word(|text| {
                <$type>::ALL.iter().map(|word| word.as_str()).find(|word| word.eq_ignore_ascii_case(text))
            })
        );
    };
}

value!(String, Input::Text);
value!(NaiveDate, Input::Date);
value!(i32, Input::Number);
value!(bool, Input::Flag);
word!(TicketCategory);
word!(TicketStatus);
word!(ChargeStatus);
word!(FeeType);

pub(super) const FEE_TYPE: &str = "processing_fee_type";
pub(super) const PROCESSING_FEE: &str = "processing_fee_amount";
pub(super) const OUR_FEE: &str = "our_processing_fee";

/// The fields of the fees, which every item has; what is missing gets its default.
pub(super) const FEE_FIELDS: [Field; 3] = [
    Field { name: FEE_TYPE, input: FeeType::INPUT, rule: Rule::OfItsType },
    Field { name: PROCESSING_FEE, input: Input::Money, rule: Rule::OfItsType },
    Field { name: OUR_FEE, input: Input::Money, rule: Rule::OfItsType },
];

pub(super) fn fee_texts(fees: Fees) -> Fields {
    vec![
        (FEE_TYPE, fees.fee_type.to_string()),
        (PROCESSING_FEE, fees.processing_fee.to_string()),
        (OUR_FEE, fees.our_fee.to_string()),
    ]
}

/// Makes the details of a table of fields: each with what it means, its type, and the reader's rule that makes it of a text.
macro_rules! fields {
    (
        $(#[$about:meta])*
        $details:ident, fees: $fees:ident {
            $( $(#[$doc:meta])* $field:ident: $type:ty = $rule:ident($($given:tt)*), )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $details {
            $( $(#[$doc])* pub $field: $type, )+
            /// Fees on file.
            pub fees: Fees,
        }

        impl $details {
            /// The table.
            pub const FIELDS: &[Field] = {
                let [fee_type, processing_fee, our_fee] = FEE_FIELDS;
                &[
                    $( Field {
                        name: stringify!($field),
                        input: <$type as Value>::INPUT,
                        rule: rule!($rule($($given)*)),
                    }, )+
                    fee_type, processing_fee, our_fee,
                ]
            };

            /// Every field as text, always in the same order.
            pub fn fields(&self) -> Fields {
                let mut fields = vec![$( (stringify!($field), Value::text(&self.$field)), )+];
                fields.extend(fee_texts(self.fees));
                fields
            }

            pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
                $( let $field = reader.$rule(stringify!($field), $($given)*); )+
                let fees = reader.fees(Fees::$fees());
                Some(Self { $( $field: $field?, )+ fees })
            }
        }
    };
}

pub(super) use {fields, rule};
