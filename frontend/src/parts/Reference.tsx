import { useEffect } from "react";
import { storeReference } from "./failureReference";

/**
 * A failed request's reference, which a driver can give to support. A help request sent soon after the failure includes
 * it.
 */
export function Reference({ reference }: { reference: string | null }) {
  useEffect(() => {
    if (reference) storeReference(reference);
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
