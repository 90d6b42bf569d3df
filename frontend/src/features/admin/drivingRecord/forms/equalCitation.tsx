import { ApiError } from "@/api/client";
import type { ExistingCitation, PayableKind } from "@/api/types";
import { Link } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import type { Refusal } from "@/parts/forms/useSubmit";
import { deskPaths } from "../../desk/deskPaths";

const NOUNS: Record<PayableKind, string> = {
  ticket: "traffic ticket",
  parking: "parking ticket",
  toll: "toll",
  lawyer: "traffic ticket",
};

/**
 * Explains that another item has the same issuer and number, with a link to that item's driver
 * (docs/product/everywhere.md#equal-citations). Null for other errors.
 */
export function explainEqualCitation(error: unknown): Refusal | null {
  if (!(error instanceof ApiError) || error.code !== "citation_exists") return null;
  const existing = error.body.existing as ExistingCitation | undefined;
  if (!existing) return null;
  const { type, itemId, userId } = existing;
  return {
    failure: (
      <>
        This citation is already on file:{" "}
        <Link to={deskPaths.user(userId)}>
          {lookUpLabel(NOUNS, type) ?? type} {itemId} on driver {userId}’s record
        </Link>
        . If you open it, we keep what you entered here.
      </>
    ),
    fields: { citationNumber: "Another item has this number and issuer." },
  };
}
