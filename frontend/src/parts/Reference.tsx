import { useEffect } from "react";
import { noteReference } from "./failureReference";

/** What a driver can tell support of a failure; Help sends it along. */
export function Reference({ of: reference }: { of: string | null }) {
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
