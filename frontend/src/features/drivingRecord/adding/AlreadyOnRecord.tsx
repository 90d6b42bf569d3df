import type { FormEvent, ReactNode } from "react";
import type { ApiError } from "@/api/client";
import { type ItemKind, paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import css from "./adding.module.css";

/** An item on the driver's record that may be the one being added. */
export type KnownItem = { kind: ItemKind; id: number; isSameNumber: boolean };

/** Reads the item from the server's refusal; null for any other error. */
export function readKnownItem({ code, body }: ApiError): KnownItem | null {
  if (code !== "already_on_record" && code !== "similar_on_record") return null;
  const { type, itemId } = (body.existing ?? {}) as { type?: ItemKind; itemId?: number };
  if (!type || !itemId) return null;
  return { kind: type, id: itemId, isSameNumber: code === "already_on_record" };
}

const NOUNS: Readonly<Record<ItemKind, string>> = {
  ticket: "ticket",
  parking: "parking ticket",
  toll: "toll",
};

type Props = {
  known: KnownItem;
  userId: number;
  busy: boolean;
  failure: ReactNode;
  onAddAnyway: (event: FormEvent) => void;
};

/**
 * Shows that the citation is already on the driver's record. If the record only has a citation with
 * a similar number, asks whether the two are the same.
 */
export function AlreadyOnRecord({ known, userId, busy, failure, onAddAnyway }: Props) {
  const { kind, id, isSameNumber } = known;
  const to =
    kind === "ticket" ? paths.options({ type: kind, id }) : paths.details(kind, id, userId);
  return (
    <div>
      <Alert
        tone="info"
        title={isSameNumber ? "This is already on your record" : `Is this the same ${NOUNS[kind]}?`}
      >
        {isSameNumber
          ? "A citation with this number from this court or agency is already on your record."
          : `Your record has a ${NOUNS[kind]} from this court or agency with nearly the same number. O and 0, or I and 1, are easy to mix up.`}
      </Alert>
      {failure && <Alert>{failure}</Alert>}
      <div className={css.buttons}>
        <Link className={buttonClass({ variant: "secondary", compact: true })} to={to}>
          {isSameNumber ? `See the ${NOUNS[kind]}` : `Yes, see the ${NOUNS[kind]}`}
        </Link>
        {!isSameNumber && (
          <Button
            variant="text"
            compact
            loading={busy}
            loadingText="Adding..."
            onClick={onAddAnyway}
          >
            No, add mine
          </Button>
        )}
      </div>
    </div>
  );
}
