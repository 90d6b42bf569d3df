import { useId } from "react";
import { STATES } from "@/lib/states";
import type { Submit } from "@/parts/forms/useSubmit";
import { Checkbox } from "@/ui/forms/Checkbox";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { KINDS, type AddedItemValues, VIOLATIONS } from "./addedItem";
import css from "./adding.module.css";
import { IssuerField } from "./IssuerField";
import type { ProposedField } from "./proposal";

type Props = {
  values: AddedItemValues;
  submit: Submit;
  set: (name: keyof AddedItemValues, value: string | boolean) => void;
  /** Fields that were filled in from the picture. */
  proposed: readonly ProposedField[];
};

const CHECK = "We filled this in from your photo. Please check it.";

/** The fields of the form, in the order of most paper tickets. */
export function AddedFields(props: Props) {
  const { values, submit, set, proposed } = props;
  const violations = useId();
  const bind = (name: Exclude<keyof AddedItemValues, "isCourtRequired">) =>
    submit.bind(name, values[name], (value) => set(name, value));
  const { kind } = values;
  const hint = (name: ProposedField, usual?: string) => (proposed.includes(name) ? CHECK : usual);
  return (
    <>
      <fieldset className={css.kinds}>
        <legend>What are you adding?{proposed.includes("kind") && ` ${CHECK}`}</legend>
        {KINDS.map(({ value, label }) => (
          <label key={value} className={css.kind}>
            <input
              type="radio"
              name="kind"
              value={value}
              checked={kind === value}
              onChange={() => set("kind", value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <IssuerField
        label="Issued by"
        optional
        hint="The city, court, police department or toll agency."
        {...bind("issuer")}
      />
      <TextField
        label="Citation number"
        optional
        hint={hint(
          "citationNumber",
          "Type it exactly as printed, including any letters and hyphens.",
        )}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...bind("citationNumber")}
      />
      {kind === "toll" ? (
        <TextField label="Toll road" maxLength={200} {...bind("tollRoad")} />
      ) : (
        <>
          <TextField
            label="Violation"
            list={violations}
            maxLength={200}
            {...bind("violationType")}
          />
          <datalist id={violations}>
            {VIOLATIONS[kind].map((violation) => (
              <option key={violation} value={violation} />
            ))}
          </datalist>
          <TextField
            label="Location"
            hint="Street or highway, and city."
            maxLength={300}
            {...bind("location")}
          />
        </>
      )}
      <div className={css.pair}>
        <TextField
          label={kind === "toll" ? "Date of the trip" : "Date of the violation"}
          type="date"
          hint={hint("date")}
          {...bind("date")}
        />
        <TextField
          label="Pay or respond by"
          optional
          type="date"
          hint={hint("dueDate")}
          {...bind("dueDate")}
        />
      </div>
      <TextField
        label="Amount"
        optional={kind === "ticket"}
        hint={hint(
          "amount",
          kind === "ticket" ? "Leave this empty if the ticket doesn’t show an amount." : undefined,
        )}
        inputMode="decimal"
        placeholder="$150"
        maxLength={100}
        {...bind("amount")}
      />
      {kind === "ticket" && <TicketFields {...props} bind={bind} />}
    </>
  );
}

type Bind = (name: Exclude<keyof AddedItemValues, "isCourtRequired">) => ReturnType<Submit["bind"]>;

function TicketFields({ values, set, bind }: Props & { bind: Bind }) {
  return (
    <>
      <SelectField
        label="State"
        optional
        hint="Where you got the ticket. Your options depend on it."
        placeholder="Select a state"
        options={STATES}
        {...bind("courtState")}
      />
      <TextField
        label="Points"
        optional
        hint="How many points the ticket adds, if you know."
        type="number"
        min={0}
        max={11}
        step={1}
        inputMode="numeric"
        {...bind("points")}
      />
      <Checkbox
        label="I have to appear in court"
        checked={values.isCourtRequired}
        onChange={(event) => set("isCourtRequired", event.target.checked)}
      />
      {values.isCourtRequired && (
        <div className={css.pair}>
          <TextField label="Court date" optional type="date" {...bind("courtDate")} />
          <TextField
            label="Court time"
            optional
            hint="For example, 9:30 AM."
            maxLength={50}
            {...bind("courtTime")}
          />
        </div>
      )}
    </>
  );
}
