import { useCallback } from "react";
import { useSearchParams } from "@/lib/router";

const NAME = "remittance";

/** The remittance that is open beside the page. The remittance's id is in the URL, so that a link or Back opens it. */
export function useOpenRemittance() {
  const [query, setQuery] = useSearchParams();
  const id = Number(query.get(NAME));
  const open = useCallback(
    (id: number) =>
      setQuery((before) => {
        before.set(NAME, String(id));
        return before;
      }),
    [setQuery],
  );
  const close = useCallback(
    () =>
      setQuery(
        (before) => {
          before.delete(NAME);
          return before;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return { id: Number.isInteger(id) && id > 0 ? id : null, open, close };
}
