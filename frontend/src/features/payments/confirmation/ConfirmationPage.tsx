import { useEffect } from "react";
import { useNavigate, useSearchParams } from "@/lib/router";
import { cx } from "@/ui/cx";
import { Page } from "@/ui/layout/Page";
import css from "./ConfirmationPage.module.css";
import { ConfirmedPayment } from "./ConfirmedPayment";
import { readConfirmationQuery } from "./confirmationQuery";
import { ConfirmationLoading, NoConfirmation } from "./NoConfirmation";
import { useConfirmation } from "./useConfirmation";

/** The confirmation page, which shows a payment as paid only if the server has a record of it. */
export default function ConfirmationPage() {
  const [query] = useSearchParams();
  const confirmationQuery = readConfirmationQuery(query);
  const lawyer = confirmationQuery.type === "lawyer";
  const { confirmation, again, retrying, replace } = useConfirmation(
    lawyer,
    confirmationQuery.intentId,
  );
  useSecretRemoval();
  if (confirmation.state === "confirmed")
    return (
      <Page className={cx(css.page, css.confirmed)}>
        <ConfirmedPayment record={confirmation.record} onRecord={replace} />
      </Page>
    );
  return (
    <Page width="narrow" className={css.page}>
      {confirmation.state === "asking" ? (
        <ConfirmationLoading />
      ) : (
        <NoConfirmation
          result={confirmation}
          query={confirmationQuery}
          onRetry={again}
          retrying={retrying}
        />
      )}
    </Page>
  );
}

/** Removes the client secret that the provider appends to the URL, so that it doesn't stay in the history. */
function useSecretRemoval() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  useEffect(() => {
    if (!query.has("payment_intent_client_secret")) return;
    const remaining = new URLSearchParams(query);
    remaining.delete("payment_intent_client_secret");
    navigate(`${window.location.pathname}?${remaining}`, { replace: true });
  }, [query, navigate]);
}
