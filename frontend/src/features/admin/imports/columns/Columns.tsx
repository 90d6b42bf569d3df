import { useState } from "react";
import type { Import } from "@/api/types";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { Card } from "@/ui/layout/Card";
import { CancelButton } from "../CancelButton";
import { postCheck } from "../calls";
import css from "../ImportPage.module.css";
import { kindLabel, lines, rememberColumns, rememberedColumn } from "../kinds";
import { PresetMenu } from "./PresetMenu";

type Props = { of: Import; onChanged: (changed: Import) => void };

/** Guesses each column's meaning, from the last import or its header. Each meaning is used once. */
function guessed({ kind, columns, fields, preset }: Import): (string | null)[] {
  const taken = new Set<string>();
  return columns.map(({ header, guess }) => {
    // The meanings in a city's preset don't depend on earlier choices.
    const remembered = preset === null ? rememberedColumn(kind, header) : undefined;
    const meant = remembered === undefined ? guess : remembered;
    if (!meant || taken.has(meant) || !fields.some(({ name }) => name === meant)) return null;
    taken.add(meant);
    return meant;
  });
}

const isDays = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365;

/** Form for the meaning of the file's columns. */
export function Columns({ of, onChanged }: Props) {
  const [chosen, setChosen] = useState(() => of.mapping ?? guessed(of));
  const [due, setDue] = useState(of.dueDays === null ? "" : String(of.dueDays));
  const submit = useSubmit(
    () => ({
      dueDays: due === "" || isDays(due) ? undefined : "Enter a number of days, 1 to 365.",
    }),
    async () => {
      const changed = await postCheck(of.id, chosen, due === "" ? null : Number(due));
      rememberColumns(
        of.kind,
        of.columns.map(({ header }) => header),
        chosen,
      );
      onChanged(changed);
    },
  );
  const options = of.fields.map(({ name, label, isRequired }) => ({
    value: name,
    label: isRequired ? `${label} (required)` : label,
  }));
  return (
    <Card title="What the columns mean">
      <form className={css.form} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
        <p className={css.soft}>
          {of.fileName}: {kindLabel(of.kind).toLowerCase()}, {lines(of.totalLines)}. Drivers are
          found by user ID, email, license number and state, or plate and state. What is not
          verified is for you to decide.
        </p>
        {of.preset !== null && (
          <Alert tone="info" title={of.preset}>
            The columns are filled in. What is owed is the amount due; 0 means settled.
          </Alert>
        )}
        {(submit.failure ?? submit.wrong.columns) && (
          <Alert>{submit.failure ?? submit.wrong.columns}</Alert>
        )}
        <div className={css.row}>
          <PresetMenu
            of={of}
            chosen={chosen}
            dueDays={due}
            onApply={(columns, days) => {
              setChosen(columns);
              setDue(days);
              submit.clear("columns");
            }}
          />
        </div>
        <ul className={css.columns}>
          {of.columns.map((column, place) => (
            // A file may contain the same header twice, so columns are identified by position.
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
            <li key={place} className={css.column}>
              <SelectField
                error={
                  column.isUnclearState && !chosen[place]
                    ? "Is it the state of the plate or of the license?"
                    : undefined
                }
                label={column.header || `Column ${place + 1}`}
                placeholder="Leave out"
                options={options}
                value={chosen[place] ?? ""}
                onChange={(event) => {
                  const value = event.target.value || null;
                  setChosen(chosen.map((one, other) => (other === place ? value : one)));
                  submit.clear("columns");
                }}
              />
              <p className={css.samples}>
                {column.samples.filter(Boolean).join(" · ") || "No values in the first lines"}
              </p>
            </li>
          ))}
        </ul>
        {of.kind === "parking" && (
          <TextField
            label="Days until a line is due that has no due date"
            optional
            type="number"
            min={1}
            max={365}
            className={css.days}
            hint="Counted from its date, and marked as worked out by us."
            {...submit.bind("dueDays", due, setDue)}
          />
        )}
        <div className={css.row}>
          <Button type="submit" loading={submit.busy} loadingText="Checking...">
            Check the file
          </Button>
          <CancelButton of={of} onChanged={onChanged} />
        </div>
      </form>
    </Card>
  );
}
