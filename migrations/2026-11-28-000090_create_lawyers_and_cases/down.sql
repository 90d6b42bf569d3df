DROP TABLE case_agreements, case_offers, case_events, cases, lawyer_areas, lawyer_licenses, lawyers;
