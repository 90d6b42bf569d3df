import type { Authority } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { STATES } from "@/lib/states";
import { humanize } from "@/lib/labels";
import { cx } from "@/ui/cx";
import { Checkbox } from "@/ui/forms/Checkbox";
import { SelectField } from "@/ui/forms/SelectField";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { TextField } from "@/ui/forms/TextField";
import { IssuerField } from "../../desk/register/IssuerField";
import { describeAmount } from "./amountHint";
import type { FieldErrors } from "./checkItem";
import { GROUPS, type ItemField, type ItemValues, labelOf } from "./fieldSpecs";
import { CourtField } from "./fields/CourtField";
import { CourtTimeField } from "./fields/CourtTimeField";
import css from "./forms.module.css";

type Props = {
  kind: ItemKind;
  values: ItemValues;
  errors: FieldErrors;
  set: (name: string, value: string | boolean) => void;
};

/** The fields of a form, in groups. */
export function ItemFields({ kind, values, errors, set }: Props) {
  return GROUPS[kind].map(({ title, fields }) => (
    <fieldset key={title} className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {fields
        .filter(({ when }) => !when || values[when])
        .map((field) => (
          <div key={field.name} className={cx(css.cell, field.wide && css.wide)}>
            <Control
              field={
                field.name === "amount" ? { ...field, hint: describeAmount(kind, values) } : field
              }
              values={values}
              error={errors[field.name]}
              onChange={(value) => set(field.name, value)}
              onCourt={({ state }) => state && set("courtState", state)}
            />
          </div>
        ))}
    </fieldset>
  ));
}

type ControlProps = {
  field: ItemField;
  values: ItemValues;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
  onCourt: (court: Authority) => void;
};

function Control({ field, values, error, onChange, onCourt }: ControlProps) {
  const { name, type, required, options = [], maxLength, hint, placeholder } = field;
  const label = required ? `${labelOf(field, values)} *` : labelOf(field, values);
  const value = values[name] ?? "";
  if (type === "check") {
    return (
      <Checkbox
        label={label}
        name={name}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  const common = {
    label,
    name,
    error,
    hint,
    value: String(value),
    required,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (type === "select") {
    const choices = options.map((value) => ({ value, label: humanize(value) }));
    return <SelectField {...common} options={choices} placeholder="Choose…" />;
  }
  if (type === "state") return <SelectField {...common} options={STATES} placeholder="Unknown" />;
  if (type === "court") {
    return <CourtField {...common} onChange={onChange} onCourt={onCourt} />;
  }
  if (type === "area") return <TextAreaField {...common} rows={2} maxLength={maxLength} />;
  if (type === "date") return <TextField {...common} type="date" min="1900-01-01" />;
  if (name === "issuer") return <IssuerField {...common} maxLength={maxLength} />;
  if (name === "courtTime") {
    const { required: _, ...field } = common;
    return (
      <CourtTimeField
        {...field}
        maxLength={maxLength}
        placeholder={placeholder}
        onChange={onChange}
      />
    );
  }
  if (type === "number") {
    const { minimum: min, maximum: max } = field;
    return <TextField {...common} type="number" min={min} max={max} step={1} inputMode="numeric" />;
  }
  if (type === "money") {
    return <TextField {...common} type="number" min={0} step={0.01} inputMode="decimal" />;
  }
  return (
    <TextField {...common} maxLength={maxLength} placeholder={placeholder} autoComplete="off" />
  );
}
