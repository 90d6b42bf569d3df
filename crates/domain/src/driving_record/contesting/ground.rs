//! Grounds that a driver can choose in a letter, by kind of item.

use crate::driving_record::kinds::ItemKind;
use crate::shared::stored_words::stored_words;

/// A ground on which a driver contests an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// Another person drove.
    NotDriver,
    /// The vehicle isn't the driver's.
    NotMyVehicle,
    /// The driver no longer had the vehicle.
    SoldOrStolen,
    /// A renter or lessee had the vehicle.
    RentedOut,
    /// The events differ from what the ticket says.
    FactsDiffer,
    /// The driver questions how the speed was measured.
    SpeedMeasurement,
    /// A sign, signal or marking was missing, hidden or unclear.
    SignUnclear,
    /// The meter or payment machine was broken.
    MeterBroken,
    /// The driver paid for parking.
    ParkingPaid,
    /// The driver had a permit or placard.
    HadPermit,
    /// The driver had a toll account or a transponder.
    HadTransponder,
    /// The vehicle had broken down.
    BrokenDown,
    /// The driver acted in an emergency.
    Emergency,
    /// The citation has incorrect details.
    DetailsIncorrect,
    /// The plate was misread.
    PlateMisread,
    /// The amount is incorrect.
    AmountIncorrect,
    /// An earlier notice never arrived.
    NoNotice,
    /// The citation is already paid.
    AlreadyPaid,
    /// The reasons are in the driver's own words.
    Other,
}

stored_words!(Ground {
    NotDriver => "not_driver",
    NotMyVehicle => "not_my_vehicle",
    SoldOrStolen => "sold_or_stolen",
    RentedOut => "rented_out",
    FactsDiffer => "facts_differ",
    SpeedMeasurement => "speed_measurement",
    SignUnclear => "sign_unclear",
    MeterBroken => "meter_broken",
    ParkingPaid => "parking_paid",
    HadPermit => "had_permit",
    HadTransponder => "had_transponder",
    BrokenDown => "broken_down",
    Emergency => "emergency",
    DetailsIncorrect => "details_incorrect",
    PlateMisread => "plate_misread",
    AmountIncorrect => "amount_incorrect",
    NoNotice => "no_notice",
    AlreadyPaid => "already_paid",
    Other => "other",
});

const OF_TICKETS: &[Ground] = &[
    Ground::NotDriver,
    Ground::NotMyVehicle,
    Ground::FactsDiffer,
    Ground::SpeedMeasurement,
    Ground::SignUnclear,
    Ground::Emergency,
    Ground::DetailsIncorrect,
    Ground::AlreadyPaid,
    Ground::Other,
];

const OF_PARKING: &[Ground] = &[
    Ground::SignUnclear,
    Ground::MeterBroken,
    Ground::ParkingPaid,
    Ground::HadPermit,
    Ground::BrokenDown,
    Ground::Emergency,
    Ground::NotMyVehicle,
    Ground::SoldOrStolen,
    Ground::DetailsIncorrect,
    Ground::AlreadyPaid,
    Ground::Other,
];

const OF_TOLLS: &[Ground] = &[
    Ground::HadTransponder,
    Ground::PlateMisread,
    Ground::NotMyVehicle,
    Ground::SoldOrStolen,
    Ground::RentedOut,
    Ground::AmountIncorrect,
    Ground::NoNotice,
    Ground::AlreadyPaid,
    Ground::Other,
];

impl Ground {
    /// Returns the grounds that a letter about an item of this kind can have. The web page and the
    /// letter list them in this order.
    pub const fn of(kind: ItemKind) -> &'static [Self] {
        match kind {
            ItemKind::Ticket => OF_TICKETS,
            ItemKind::Parking => OF_PARKING,
            ItemKind::Toll => OF_TOLLS,
        }
    }

    /// The ground as a sentence, for the web page and the letter.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::NotDriver => "I was not driving the vehicle.",
            Self::NotMyVehicle => "The vehicle is not mine.",
            Self::SoldOrStolen => "The vehicle had been sold or stolen at that time.",
            Self::RentedOut => "The vehicle was rented or leased to another person at that time.",
            Self::FactsDiffer => "What happened is different from what the ticket says.",
            Self::SpeedMeasurement => "I question how the speed was measured.",
            Self::SignUnclear => "A sign, signal or marking was missing, hidden or unclear.",
            Self::MeterBroken => "The meter or the payment machine did not work.",
            Self::ParkingPaid => "I had paid for parking.",
            Self::HadPermit => "I had a valid permit or placard.",
            Self::HadTransponder => "I had a valid toll account or transponder.",
            Self::BrokenDown => "The vehicle had broken down.",
            Self::Emergency => "There was an emergency.",
            Self::DetailsIncorrect => "Details on the citation are incorrect.",
            Self::PlateMisread => "The license plate was misread.",
            Self::AmountIncorrect => "The amount is incorrect.",
            Self::NoNotice => "I did not get an earlier notice.",
            Self::AlreadyPaid => "I have already paid it.",
            Self::Other => "Other reasons, in my own words below.",
        }
    }
}
