import { STATES } from "@/lib/states";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { courtOptions, courtPlaceholder, useCourts } from "../courts";
import {
  type AreaRow,
  type LicenseRow,
  MAX_AREAS,
  MAX_LICENSES,
  withArea,
  withLicense,
} from "./lawyerForm";
import { RowsField } from "./RowsField";

type Props<Row> = {
  rows: readonly Row[];
  error: string | undefined;
  onChange: (rows: Row[]) => void;
};

/** Replaces the row with the same id. */
const replaceRow = <Row extends { id: number }>(rows: readonly Row[], next: Row): Row[] =>
  rows.map((row) => (row.id === next.id ? next : row));
/** Removes the row with the same id as `gone`. */
const withoutRow = <Row extends { id: number }>(rows: readonly Row[], gone: Row): Row[] =>
  rows.filter(({ id }) => id !== gone.id);

export function LicenseRows({ rows, error, onChange }: Props<LicenseRow>) {
  return (
    <RowsField
      legend="Bar licenses"
      hint="One per state. Drivers see the number."
      noun="license"
      max={MAX_LICENSES}
      {...{ rows, error }}
      onAdd={() => onChange(withLicense(rows))}
      onRemove={(row) => onChange(withoutRow(rows, row))}
    >
      {(row) => (
        <>
          <SelectField
            label="State of the license"
            placeholder="Choose"
            options={STATES}
            value={row.state}
            invalid={error !== undefined && !row.state}
            onChange={({ target }) => onChange(replaceRow(rows, { ...row, state: target.value }))}
          />
          <TextField
            label="License number"
            autoComplete="off"
            spellCheck={false}
            maxLength={30}
            value={row.number}
            invalid={error !== undefined && !row.number.trim()}
            onChange={({ target }) => onChange(replaceRow(rows, { ...row, number: target.value }))}
          />
        </>
      )}
    </RowsField>
  );
}

const SCOPES = [
  { value: "county", label: "One county" },
  { value: "court", label: "One court" },
];

const scopeOf = (text: string): AreaRow["scope"] =>
  text === "county" || text === "court" ? text : "state";

/** The states, counties and courts that the lawyer takes. */
export function AreaRows({ rows, error, onChange }: Props<AreaRow>) {
  const courts = useCourts();
  const isInvalid = (isMissing: boolean) => error !== undefined && isMissing;
  return (
    <RowsField
      legend="Where they take cases"
      hint="Whole states, counties or courts. Until a case’s court is known, only lawyers who take the whole state get the case."
      noun="area"
      max={MAX_AREAS}
      {...{ rows, error }}
      onAdd={() => onChange(withArea(rows))}
      onRemove={(row) => onChange(withoutRow(rows, row))}
    >
      {(row) => {
        const changeRow = (next: Partial<AreaRow>) =>
          onChange(replaceRow(rows, { ...row, ...next }));
        return (
          <>
            <SelectField
              label="State"
              placeholder="Choose"
              options={STATES}
              value={row.state}
              invalid={isInvalid(!row.state)}
              onChange={({ target }) => changeRow({ state: target.value, court: "" })}
            />
            <SelectField
              label="Which courts"
              placeholder="The whole state"
              options={SCOPES}
              value={row.scope === "state" ? "" : row.scope}
              onChange={({ target }) => changeRow({ scope: scopeOf(target.value) })}
            />
            {row.scope === "county" && (
              <TextField
                label="County"
                autoComplete="off"
                maxLength={100}
                value={row.county}
                invalid={isInvalid(!row.county.trim())}
                onChange={({ target }) => changeRow({ county: target.value })}
              />
            )}
            {row.scope === "court" && (
              <SelectField
                label="Court"
                placeholder={courtPlaceholder(courts, "Choose")}
                options={courtOptions(courts, row.state)}
                value={row.court}
                invalid={isInvalid(!row.court)}
                onChange={({ target }) => changeRow({ court: target.value })}
              />
            )}
          </>
        );
      }}
    </RowsField>
  );
}
