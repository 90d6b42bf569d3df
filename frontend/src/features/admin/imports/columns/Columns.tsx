import { useState } from "react";
import type { Import } from "@/api/types";
import { PLATE_STATES, STATES } from "@/lib/states";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { Card } from "@/ui/layout/Card";
import { IssuerField } from "../../desk/register/IssuerField";
import { CancelButton } from "../CancelButton";
import { postCheck } from "../calls";
import css from "../ImportPage.module.css";
import { kindLabel, formatRowCount, rememberColumns, rememberedColumn } from "../kinds";
import { PresetMenu } from "./PresetMenu";

type Props = { current: Import; onChanged: (changed: Import) => void };

/**
 * Suggests a meaning for each column: its meaning in the last import in this browser or, if unknown, the server's
 * guess. Each meaning is used once. Null for columns without a meaning.
 */
function guessMeanings({ kind, columns, fields, preset }: Import): (string | null)[] {
  const usedMeanings = new Set<string>();
  return columns.map(({ header, guess }) => {
    // A city's preset sets all meanings, so earlier choices don't apply.
    const remembered = preset === null ? rememberedColumn(kind, header) : undefined;
    const meaning = remembered === undefined ? guess : remembered;
    if (!meaning || usedMeanings.has(meaning) || !fields.some(({ name }) => name === meaning))
      return null;
    usedMeanings.add(meaning);
    return meaning;
  });
}

/** The entry of the column mapping that sets one state for all rows. */
const stateOfAll = (name: string) => `state:${name.toLowerCase()}`;

/** Whether the text is a whole number of days from 1 to 365. */
const isDayCount = (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365;

/** Form for choosing the meaning of each column of the file. */
export function Columns({ current, onChanged }: Props) {
  const [meanings, setChosen] = useState(() => current.mapping ?? guessMeanings(current));
  const [due, setDue] = useState(current.dueDays === null ? "" : String(current.dueDays));
  const [issuer, setIssuer] = useState(current.issuer ?? "");
  const submit = useSubmit(
    () => ({
      dueDays: due === "" || isDayCount(due) ? undefined : "Enter a number of days, 1 to 365.",
    }),
    async () => {
      const columns = needsState ? meanings : meanings.slice(0, current.columns.length);
      const changed = await postCheck(current.id, {
        columns,
        dueDays: due === "" ? null : Number(due),
        ...(!isChosen("issuer") && issuer.trim() !== "" && { issuer }),
      });
      rememberColumns(
        current.kind,
        current.columns.map(({ header }) => header),
        meanings,
      );
      onChanged(changed);
    },
  );
  const isChosen = (name: string) => meanings.slice(0, current.columns.length).includes(name);
  const needsLicenseState = isChosen("licenseNumber") && !isChosen("licenseState");
  const needsState = needsLicenseState || (isChosen("plate") && !isChosen("plateState"));
  // Licenses are from the USA, but plates may be from other countries too.
  const states = needsLicenseState ? STATES : PLATE_STATES;
  const options = current.fields.map(({ name, label, isRequired }) => ({
    value: name,
    label: isRequired ? `${label} (required)` : label,
  }));
  return (
    <Card title="Match columns">
      <form className={css.form} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
        <p className={css.soft}>
          {current.fileName}: {kindLabel(current.kind).toLowerCase()},{" "}
          {formatRowCount(current.totalLines)}. We match drivers by user ID, email, license number
          and state, or plate and state. You’ll review matches by a plate, license or email that
          isn’t verified.
        </p>
        {current.preset !== null && (
          <Alert tone="info" title={current.preset}>
            We matched the columns for you.
            {current.columns.some(({ guess }) => guess === "owed") &&
              " “Amount due” is what the driver owes. 0 means that nothing is owed, for example because it was paid or dismissed."}
          </Alert>
        )}
        {(submit.failure ?? submit.errors.columns) && (
          <Alert>{submit.failure ?? submit.errors.columns}</Alert>
        )}
        <div className={css.row}>
          <PresetMenu
            current={current}
            chosen={meanings}
            dueDays={due}
            onApply={(columns, days) => {
              setChosen(columns);
              setDue(days);
              submit.clear("columns");
            }}
          />
        </div>
        <ul className={css.columns}>
          {current.columns.map((column, index) => (
            // A file may contain the same header twice, so columns are identified by position.
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
            <li key={index} className={css.column}>
              <SelectField
                error={
                  column.isUnclearState && !meanings[index]
                    ? "Is this the state of the plate or of the license?"
                    : undefined
                }
                label={column.header || `Column ${index + 1}`}
                placeholder="Skip this column"
                options={options}
                value={meanings[index] ?? ""}
                onChange={(event) => {
                  const value = event.target.value || null;
                  setChosen(meanings.map((one, other) => (other === index ? value : one)));
                  submit.clear("columns");
                }}
              />
              <p className={css.samples}>
                {column.samples.filter(Boolean).join(" · ") || "No values in the first rows"}
              </p>
            </li>
          ))}
        </ul>
        {needsState && (
          <SelectField
            label="State for all rows"
            hint="The file has no column for the state of its plates or licenses."
            placeholder="Choose a state"
            options={states.map((name) => ({ value: stateOfAll(name), label: name }))}
            value={meanings[current.columns.length] ?? ""}
            onChange={(event) => {
              const columns = meanings.slice(0, current.columns.length);
              setChosen(event.target.value ? [...columns, event.target.value] : columns);
              submit.clear("columns");
            }}
          />
        )}
        {!isChosen("issuer") && (
          <IssuerField
            label="Issued by, for all rows"
            optional
            maxLength={200}
            hint="The court, city or toll agency. Without it, we can’t tell apart citations with the same number from different cities."
            {...submit.bind("issuer", issuer, setIssuer)}
          />
        )}
        {current.kind === "parking" && (
          <TextField
            label="Days until due, for rows without a due date"
            optional
            type="number"
            min={1}
            max={365}
            className={css.days}
            hint="Counted from the ticket’s date and shown as estimated by Lanewise."
            {...submit.bind("dueDays", due, setDue)}
          />
        )}
        <div className={css.row}>
          <Button type="submit" loading={submit.busy} loadingText="Checking...">
            Check file
          </Button>
          <CancelButton current={current} onChanged={onChanged} />
        </div>
      </form>
    </Card>
  );
}
