import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Authority } from "@/api/types";
import type { FieldProps } from "@/ui/forms/Field";
import { SelectField } from "@/ui/forms/SelectField";
import { AUTHORITIES_KEY, getAuthorities } from "../../../desk/register/calls";

type Props = FieldProps & {
  name: string;
  /** Id of the court; empty for none. */
  value: string;
  required: boolean | undefined;
  onChange: (value: string) => void;
  onCourt: (court: Authority) => void;
};

/** A field for choosing a court from the register of authorities. */
export function CourtField({ onChange, onCourt, ...field }: Props) {
  const { data, error } = useSWR(AUTHORITIES_KEY, getAuthorities, { ...REVALIDATE_ON_MOUNT });
  const courts = data?.filter(({ kind }) => kind === "court") ?? [];
  return (
    <SelectField
      {...field}
      placeholder={data ? "None" : error ? "We couldn’t load the courts" : "Loading…"}
      options={courts.map((court) => ({ value: String(court.id), label: labelOf(court) }))}
      onChange={({ target: { value } }) => {
        onChange(value);
        const chosen = courts.find(({ id }) => String(id) === value);
        if (chosen) onCourt(chosen);
      }}
    />
  );
}

const labelOf = ({ name, state }: Authority) => (state ? `${name}, ${state}` : name);
