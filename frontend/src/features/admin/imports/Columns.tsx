import { useState } from "react";
import type { Import } from "@/api/types";
import { postCheck } from "./calls";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { SelectField } from "@/ui/forms/SelectField";
import { CancelButton } from "./CancelButton";
import css from "./ImportPage.module.css";
import { count, kindLabel, rememberColumns, rememberedColumn } from "./kinds";

type Props = { of: Import; onChanged: (changed: Import) => void };

/** What each column seems to mean: as it did last time, or by its header; each meaning once. */
function guessed({ kind, columns, fields }: Import): (string | null)[] {
  const taken = new Set<string>();
  return columns.map(({ header, guess }) => {
    const remembered = rememberedColumn(kind, header);
    const meant = remembered === undefined ? guess : remembered;
    if (!meant || taken.has(meant) || !fields.some(({ name }) => name === meant)) return null;
    taken.add(meant);
    return meant;
  });
}

/** The file's columns and what they mean. */
export function Columns({ of, onChanged }: Props) {
  const [chosen, setChosen] = useState(() => of.mapping ?? guessed(of));
  const submit = useSubmit(
    () => ({}),
    async () => {
      const changed = await postCheck(of.id, chosen);
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
          {of.fileName}: {kindLabel(of.kind).toLowerCase()}, {count(of.totalLines)}{" "}
          {of.totalLines === 1 ? "line" : "lines"}. Drivers are found by user ID, by email, or by
          license number and state.
        </p>
        {(submit.failure ?? submit.wrong.columns) && (
          <Alert>{submit.failure ?? submit.wrong.columns}</Alert>
        )}
        <ul className={css.columns}>
          {of.columns.map((column, place) => (
            // A file may have the same header twice: its place is its name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
            <li key={place} className={css.column}>
              <SelectField
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
