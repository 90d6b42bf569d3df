import { useEffect } from "react";
import { noteReference } from "./failureReference";

/** Reference of a failed request, which a driver can tell support. A help request sent soon after includes it. */
export function Reference({ reference }: { reference: string | null }) {
  useEffect(() => {
    if (reference) noteReference(reference);
  }, [reference]);
  return (
    reference && (
      <>
        <br />
        <small>Reference {reference}</small>
      </>
    )
  );
}
