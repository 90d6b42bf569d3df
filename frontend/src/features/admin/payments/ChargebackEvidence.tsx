import { useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { EvidenceDraft, EvidenceField } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { RestoredNotice } from "@/parts/forms/RestoredNotice";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../desk/live/refresh";
import { NO_EVIDENCE } from "../queue/refunds/chargebackLabels";
import css from "./ChargebackEvidence.module.css";
import { CHARGEBACK_SUMS, CHARGEBACKS, evidenceKey, getEvidence, postEvidence } from "./calls";
import { useTypedEvidence } from "./useTypedEvidence";

const LABELS: Record<EvidenceField, string> = {
  customer_name: "Customer name",
  customer_email: "Customer email",
  customer_address: "IP address at payment",
  product: "What the driver paid for",
  service_date: "Payment date",
  access_log: "Logins",
  refund_refusal: "Why we didn’t refund the payment",
  other: "Receipt, confirmation and messages",
};

/** Height of the longer text fields, in rows. */
const ROWS: Partial<Record<EvidenceField, number>> = {
  access_log: 4,
  refund_refusal: 3,
  other: 10,
};

/** Evidence for the bank. The evidence is collected automatically, can be edited and saved, and is then submitted. */
export function ChargebackEvidence({ id }: { id: number }) {
  const { data, error, isValidating, mutate } = useSWR(evidenceKey(id), () => getEvidence(id), {
    ...REVALIDATE_ON_MOUNT,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  if (error && !data) return <FailureNotice {...{ error, mutate, isValidating }} />;
  if (!data) return null;
  if (!data.isTaken) {
    const isOver = data.chargeback.evidenceDueBy !== null;
    return <Alert>{isOver ? "The deadline for evidence has passed." : NO_EVIDENCE}</Alert>;
  }
  return <Form id={id} draft={data} refetch={() => mutate()} />;
}

const CONFLICT_TITLE = "A colleague saved this evidence while you were editing";

type FormProps = {
  id: number;
  draft: EvidenceDraft;
  refetch: () => Promise<EvidenceDraft | undefined>;
};

function Form({ id, draft, refetch }: FormProps) {
  const typed = useTypedEvidence(id, draft);
  const [busy, setBusy] = useState<"save" | "submit" | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});

  /** Saves the evidence. If `submit` is true, also submits it to the bank, which usually accepts it only once. */
  async function saveEvidence(submit: boolean) {
    setBusy(submit ? "submit" : "save");
    setFailure(null);
    setRefused(false);
    setErrors({});
    const { texts } = typed;
    try {
      await postEvidence(id, { evidence: texts, version: draft.version, submit });
      toast(
        submit
          ? { title: "Evidence Submitted", description: "The bank will review it and decide." }
          : {
              title: "Evidence Saved",
              description: "We haven’t sent the evidence to the bank yet.",
            },
      );
      // Stays busy until the saved evidence has been read again, because the next save must send its version.
      const [now] = await Promise.all([refetch(), refresh(CHARGEBACKS.url, CHARGEBACK_SUMS.url)]);
      typed.saved(texts, now?.version ?? draft.version);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === "changed_meanwhile") {
        await refetch();
        setRefused(true);
      } else {
        setFailure(failureText(thrown));
        if (thrown instanceof ApiError) setErrors(thrown.fields);
      }
    } finally {
      setBusy(null);
      setIsConfirming(false);
    }
  }

  return (
    <section className={css.box} aria-label="Evidence">
      <h3 className={css.title}>Evidence</h3>
      <p className={css.words}>
        We filled in the evidence from our records. Edit it, then submit it. Most banks accept
        evidence only once.
      </p>
      {typed.isRestored && <RestoredNotice onStartOver={typed.startOver} />}
      {draft.evidence.map(({ field, most }) => (
        <TextAreaField
          key={field}
          label={lookUpLabel(LABELS, field) ?? field}
          rows={ROWS[field] ?? 1}
          maxLength={most}
          optional
          value={typed.texts[field] ?? ""}
          error={errors[field]}
          onChange={(event) => typed.set(field, event.target.value)}
        />
      ))}
      {failure && <Alert>{failure}</Alert>}
      {busy === null && (isRefused || typed.isOvertaken) && (
        <Alert title={CONFLICT_TITLE}>
          {typed.isTyped
            ? "Your changes are still here but not saved yet. If you save, they replace your colleague’s. The other fields show your colleague’s version."
            : "The fields now show your colleague’s version. Review them before you continue."}
        </Alert>
      )}
      <div className={css.actions}>
        <Button
          variant="secondary"
          loading={busy === "save"}
          disabled={busy !== null}
          onClick={() => void saveEvidence(false)}
        >
          Save
        </Button>
        {isConfirming ? (
          <>
            <Button
              variant="danger"
              loading={busy === "submit"}
              disabled={busy !== null}
              onClick={() => void saveEvidence(true)}
            >
              Yes, submit to the bank
            </Button>
            <Button
              variant="secondary"
              disabled={busy !== null}
              onClick={() => setIsConfirming(false)}
            >
              Keep editing
            </Button>
          </>
        ) : (
          <Button disabled={busy !== null} onClick={() => setIsConfirming(true)}>
            Submit evidence
          </Button>
        )}
      </div>
    </section>
  );
}
