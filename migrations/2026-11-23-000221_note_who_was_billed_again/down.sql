DROP TABLE billed_again;
