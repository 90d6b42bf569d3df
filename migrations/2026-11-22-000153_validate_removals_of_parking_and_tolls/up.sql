ALTER TABLE parking VALIDATE CONSTRAINT parking_removed_by_fkey, VALIDATE CONSTRAINT parking_removal_result_check,
    VALIDATE CONSTRAINT parking_removed_check;
ALTER TABLE tolls VALIDATE CONSTRAINT tolls_removed_by_fkey, VALIDATE CONSTRAINT tolls_removal_result_check,
    VALIDATE CONSTRAINT tolls_removed_check;
