import { type ComponentProps, useDeferredValue, useId } from "react";
import useSWR from "swr";
import { TextField } from "@/ui/forms/TextField";
import { getIssuers } from "./calls";

type Props = Omit<ComponentProps<typeof TextField>, "value"> & { value: string };

/** A field for the issuer. Suggests authorities that we know, but accepts any other name as well. */
export function IssuerField({ value, ...field }: Props) {
  const list = useId();
  const query = useDeferredValue(value.trim());
  const { data: known } = useSWR(
    query.length < 2 ? null : ["/api/issuers", query],
    () => getIssuers(query),
    { keepPreviousData: true, dedupingInterval: 60_000 },
  );
  return (
    <>
      <TextField {...field} value={value} list={list} maxLength={200} autoComplete="off" />
      <datalist id={list}>
        {known?.map(({ name, state }) => (
          <option key={`${name} ${state}`} value={name} label={state ?? undefined} />
        ))}
      </datalist>
    </>
  );
}
