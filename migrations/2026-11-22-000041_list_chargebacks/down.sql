COMMENT ON COLUMN tallies.list IS 'users, vehicle_updates, status_requests, hires, transactions, reports, inquiries or texts; hire_labels and transaction_labels by violation.';
DROP TRIGGER chargebacks_tally_insert ON chargebacks;
DROP TRIGGER chargebacks_tally_delete ON chargebacks;
DROP TRIGGER chargebacks_tally_update ON chargebacks;
DROP TRIGGER chargebacks_tally_truncate ON chargebacks;
DROP FUNCTION tally_chargebacks;
DELETE FROM tallies WHERE list = 'chargebacks';
DROP INDEX chargebacks_list_index, chargebacks_list_by_due_index, chargebacks_search_index;
