import { useEffect } from "react";
import { useNavigate, useSearchParams } from "@/lib/router";
import { cx } from "@/ui/cx";
import { Page } from "@/ui/layout/Page";
import css from "./ConfirmationPage.module.css";
import { ConfirmedPayment } from "./ConfirmedPayment";
import { readConfirmationQuery } from "./confirmationQuery";
import { ConfirmationLoading, NoConfirmation } from "./NoConfirmation";
import { useConfirmation } from "./useConfirmation";

/** The confirmation page. It says that something is paid only if the server has a record of it. */
export default function ConfirmationPage() {
  const [query] = useSearchParams();
  const asked = readConfirmationQuery(query);
  const lawyer = asked.type === "lawyer";
  const { confirmation, again, asking, replace } = useConfirmation(lawyer, asked.intentId);
  useTidyAddress();
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
          confirmation={confirmation}
          query={asked}
          onRetry={again}
          retrying={asking}
        />
      )}
    </Page>
  );
}

/** Removes the client secret that the provider appends to the URL, so that it doesn't stay in the history. */
function useTidyAddress() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  useEffect(() => {
    if (!query.has("payment_intent_client_secret")) return;
    const kept = new URLSearchParams(query);
    kept.delete("payment_intent_client_secret");
    navigate(`${window.location.pathname}?${kept}`, { replace: true });
  }, [query, navigate]);
}
