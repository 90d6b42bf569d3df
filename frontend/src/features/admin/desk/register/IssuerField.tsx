import { type ComponentProps, useId } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { TextField } from "@/ui/forms/TextField";
import { AUTHORITIES_KEY, getAuthorities } from "./calls";
import { authorityNamed } from "./issuer";

type Props = ComponentProps<typeof TextField> & { value: string };

/**
 * A field for an item's issuer. Suggests the register's authorities, and shows which authority the
 * name belongs to. A name that isn't in the register is stored as text.
 */
export function IssuerField({ hint, value, ...field }: Props) {
  const { data: register } = useSWR(AUTHORITIES_KEY, getAuthorities, { ...REVALIDATE_ON_MOUNT });
  const list = useId();
  const authority = register && authorityNamed(value, register);
  const assigned = authority
    ? `Payments for this issuer go to ${authority.name}.`
    : register && value.trim() !== ""
      ? "No authority has this name. You’ll need to assign payments for this issuer to an authority."
      : hint;
  return (
    <>
      <TextField {...field} value={value} list={list} hint={assigned} autoComplete="off" />
      <datalist id={list}>
        {register?.map(({ id, name, state }) => (
          <option key={id} value={name} label={state ?? undefined} />
        ))}
      </datalist>
    </>
  );
}
