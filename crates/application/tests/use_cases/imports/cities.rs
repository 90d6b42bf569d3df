//! Files in the formats of cities, counties and toll agencies, from their bytes to their parsed lines. The rows
//! are made up.

use application::imports::files::{start_check, upload};
use application::imports::reading::{ImportRows, Table};
use domain::imports::columns::{ColumnSample, Mapping, guess};
use domain::imports::import::ImportKind;
use domain::imports::line::{Line, Problem, read_line};
use rstest::rstest;

use crate::support::{World, admin, outcome};

const NEW_YORK: &str = "Plate,State,License Type,Summons Number,Issue Date,Violation Time,Violation,Judgment Entry Date,Fine Amount,Penalty Amount,Interest Amount,Reduction Amount,Payment Amount,Amount Due,Precinct,County,Issuing Agency,Violation Status,Summons Image
NYC1203,NY,PAS,9000000001,11/01/2026,00:15A,FIRE HYDRANT,,115.00,0.00,0.00,0.00,0.00,115.00,013,MN,TRAFFIC,,x
CES4644,NY,PAS,1000007939,10/08/2025,03:36A,NO PARKING-STREET CLEANING,,65.00,0.00,0.00,0.00,65.00,0.00,108,NY,TRAFFIC,,x
NYC1203,NY,PAS,9000000006,11/06/2026,02:10P,FIRE HYDRANT,,115.00,0.00,0.00,115.00,0.00,0.00,013,BK,TRAFFIC,HEARING HELD-NOT GUILTY,x
";
const CHICAGO: &str = "ticket_number,issue_date,violation_location,license_plate_number,license_plate_state,license_plate_type,zipcode,violation_code,violation_description,unit,unit_description,vehicle_make,fine_level1_amount,fine_level2_amount,current_amount_due,total_payments,ticket_queue,ticket_queue_date,notice_level,hearing_disposition,notice_number,officer,address
9190000001,2026-10-03 14:45:00,1500 N CLARK,LNW4821,TX,PAS,60610,0964040B,STREET CLEANING,502,SERCO,FORD,60,120,122.0,0,Notice,2026-11-01 00:00:00,DETR,,5080000001,SERCO,\"1500 n clark st, chicago, il\"
9190000002,2026-10-04 00:00:00,200 W LAKE,8f14e45fceea167a5a36dedd4bea2543a1b2c3d4,IL,PAS,60601,0964190,EXPIRED METER,502,SERCO,CHEV,70,140,0,70,Paid,2026-10-20 00:00:00,,,0,SERCO,
";
const SAN_FRANCISCO: &str = "Citation Number,Citation Issued DateTime,Violation,Violation Description,Citation Location,Vehicle Plate State,Vehicle Plate,Vehicle Make,Fine Amount,Date Added,Geom
947000001,10/12/2026 10:45:00 AM,TRC7.2.22,STR CLEAN,1200 HAIGHT ST,TX,LNW4821,HOND,97,10/13/2026,
947000002,10/13/2026 01:05:00 PM,V22500E,BLK DRIVE,55 HOFF ST,CA,7ABC123,TOYT,$123.00,10/14/2026,POINT (-122.4 37.7)
";
const FLORIDA: &str = "CASE NUMBER    ,DEFENDANT NAME      ,DL NUMBER     ,DL STATE,OFFENSE DATE,STATUTE       ,OFFENSE DESCRIPTION           ,AMOUNT DUE,COURT DATE,COURT TIME,LOCATION        ,DUE DATE
2026TR001234A  ,RIVERA  DANA        ,R160123456789 ,FL      ,20261001    ,316.1895(10)  ,SPEED 16 TO 20 OVER           , 0000206.00,20261215  ,0130P     ,SR 50 / MAIN ST ,20261130
2026TR001235B  ,DOE  J              ,D000000000000 ,FL      ,10012026    ,316.075(1)(C) ,RED LIGHT                     ,      158.0,          ,          ,US 1            ,
";
const E_ZPASS: &str = "Posting Date,Transaction Date,Tag/Plate Number,Agency,Description,Entry Time,Entry Plaza,Entry Lane,Exit Time,Exit Plaza,Exit Lane,Vehicle Type Code,Amount,Prepaid,Plan/Rate,Fare Type,Balance
10/03/2026,10/01/2026,LNW4821,PANYNJ,TOLL,-,-,-,14:22:10,GWU,05,1,($14.75),Y,STANDARD,N,$25.25
10/04/2026,10/02/2026,LNW4821,NJTP,TOLL,08:01:00,18W,03,08:40:12,11,07,1,-$6.90,Y,STANDARD,N,$18.35
10/04/2026,10/02/2026,-,-,PREPAID TOLL PAYMENT,-,-,-,-,-,-,-,$35.00,Y,-,-,$53.35
";
const LOS_ANGELES: &str = "Ticket number,Issue Date,Issue time,Meter Id,RP State Plate,VIN,Make,Location,Agency,Violation code,Violation Description,Fine amount
4270000001,2026-10-02T00:00:00.000,1345.0,,TX,,TOYT,1500 S FIGUEROA ST,1.0,80.69BS,NO PARK/STREET CLEAN,73.0
";
const WASHINGTON: &str = "OBJECTID,TICKET_NUMBER,ISSUE_DATE,ISSUE_TIME,VIOLATION_CODE,VIOLATION_PROC_DESC,LOCATION,PLATE_STATE,DISPOSITION_CODE,FINE_AMOUNT,TOTAL_PAID
1,300000001,2026/10/01 04:00:00+00,1405,P344,FAIL TO DISPLAY CURRENT TAGS,1300 BLK F ST NW WEST SIDE,DC,,100,0
";
const MONTGOMERY: &str = "SeqID,Date Of Stop,Time Of Stop,Agency,Description,Location,State,Violation Type,Charge,Driver City,Driver State,DL State
a1b2c3d4,10/01/2026,23:11:00,MCP,DRIVING WITH SUSPENDED REGISTRATION,8804 FLOWER AVE,MD,Citation,13-401(h),ROCKVILLE,MD,MD
";

type Read = Vec<Result<Line, Vec<Problem>>>;

/// Guesses the meanings of a file's columns, and parses the lines. With `state`, all lines have this state.
fn read(kind: ImportKind, file: &str, state: Option<&str>) -> Read {
    let table = Table::open(file.as_bytes()).unwrap();
    let (columns, _) = table.survey().unwrap();
    let samples: Vec<ColumnSample<'_>> = columns
        .iter()
        .map(|column| ColumnSample { header: &column.header, cells: &column.samples })
        .collect();
    let guesses = guess(kind, &samples).into_iter().map(|guess| guess.name.map(str::to_owned));
    let wanted: Vec<Option<String>> = guesses.chain(state.map(|state| Some(state.to_owned()))).collect();
    let mapping = Mapping::new(kind, columns.len(), &wanted).unwrap();
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let mut lines = vec![];
    let done: Result<(), Box<dyn std::error::Error>> =
        ImportRows::of(table.text()).unwrap().for_each(|_, cells| {
            lines.push(read_line(&mapping, cells, today));
            Ok(())
        });
    done.unwrap();
    lines
}

fn field(line: &Result<Line, Vec<Problem>>, name: &str) -> String {
    let fields = line.as_ref().unwrap().details.fields();
    fields.into_iter().find(|(known, _)| *known == name).unwrap().1
}

/// Returns the messages of an invalid line's problems.
fn problem(line: &Result<Line, Vec<Problem>>) -> String {
    line.as_ref().unwrap_err().iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_new_york_file_is_read_without_manual_choices() {
    let lines = read(ImportKind::Parking, NEW_YORK, None);
    assert_eq!(["amount", "status"].map(|name| field(&lines[0], name)), ["115.00", "Unpaid"]);
    assert_eq!(["amount", "status"].map(|name| field(&lines[1], name)), ["65.00", "Paid"]);
    assert_eq!(["status", "is_settled_unpaid"].map(|name| field(&lines[2], name)), ["Unpaid", "true"]);
}

#[test]
fn a_chicago_file_is_read_without_manual_choices_and_reports_encrypted_plates() {
    let lines = read(ImportKind::Parking, CHICAGO, None);
    assert_eq!(
        ["violation_type", "date", "location", "amount"].map(|name| field(&lines[0], name)),
        ["STREET CLEANING", "2026-10-03", "1500 N CLARK", "122.0"]
    );
    assert!(problem(&lines[1]).contains("encrypted"), "{:?}", lines[1]);
}

#[test]
fn a_san_francisco_file_is_read_without_manual_choices() {
    let lines = read(ImportKind::Parking, SAN_FRANCISCO, None);
    assert_eq!(
        ["violation_type", "date", "location", "amount"].map(|name| field(&lines[1], name)),
        ["BLK DRIVE", "2026-10-13", "55 HOFF ST", "$123.00"]
    );
    assert_eq!(lines[0].as_ref().unwrap().citation.as_deref(), Some("947000001"));
}

#[test]
fn a_florida_file_is_read_without_manual_choices() {
    let lines = read(ImportKind::Ticket, FLORIDA, None);
    let columns = ["violation_type", "violation_code", "date", "due_date", "court_date", "court_time"];
    assert_eq!(
        columns.map(|name| field(&lines[0], name)),
        ["SPEED 16 TO 20 OVER", "316.1895(10)", "2026-10-01", "2026-11-30", "2026-12-15", "1:30 PM"]
    );
    assert_eq!(["date", "is_court_required"].map(|name| field(&lines[1], name)), ["2026-10-01", "false"]);
}

#[test]
fn an_e_zpass_file_is_read_after_staff_choose_the_state_of_the_plates() {
    let lines = read(ImportKind::Toll, E_ZPASS, Some("state:new jersey"));
    let values =
        |line| ["toll_road", "issuer", "date", "time_of_day", "amount"].map(|name| field(line, name));
    assert_eq!(values(&lines[0]), ["GWU", "PANYNJ", "2026-10-01", "2:22 PM", "$14.75"]);
    assert_eq!(values(&lines[1]), ["11", "NJTP", "2026-10-02", "8:40 AM", "$6.90"]);
    assert!(problem(&lines[2]).contains("This is a payment or a credit, not a toll."), "{:?}", lines[2]);
}

#[rstest]
#[case(ImportKind::Parking, LOS_ANGELES)]
#[case(ImportKind::Parking, WASHINGTON)]
#[case(ImportKind::Ticket, MONTGOMERY)]
fn a_file_without_a_driver_column_is_refused_with_an_error_about_the_missing_drivers(
    #[case] kind: ImportKind,
    #[case] file: &str,
) {
    let world = World::new();
    let import = upload(&world.deps, &admin(), kind, "city.csv", file.as_bytes()).unwrap();
    let unnamed = vec![None; import.columns.len()];
    let error = start_check(&world.deps, &admin(), import.id, &unnamed, None, None).unwrap_err();
    let application::error::Error::Fields(fields) = error else { panic!("{error:?}") };
    let sentence = format!("{fields:?}");
    assert!(sentence.contains("This file doesn’t identify the drivers"), "{sentence}");
    let unknown = vec![None; import.columns.len() + 1];
    assert_eq!(outcome(&start_check(&world.deps, &admin(), import.id, &unknown, None, None)), "Fields");
}
