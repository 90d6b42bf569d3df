mod csp_report;
mod data_key;
mod seal;
