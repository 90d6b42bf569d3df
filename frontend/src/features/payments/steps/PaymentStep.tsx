import { useCallback, useState } from "react";
import { formatDecimal } from "@/lib/money";
import { type PaymentKind, paths } from "@/lib/paths";
import { useLocation, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { BackLink } from "@/parts/BackLink";
import { Page } from "@/ui/layout/Page";
import { PaymentArea } from "../card/PaymentArea";
import { itemKind, type PaymentQuery } from "../paymentQuery";
import { SendDeadline } from "../SendDeadline";
import { LostCase } from "./LostCase";
import css from "./PaymentStep.module.css";
import { Summary } from "./Summary";
import { useItem } from "./useItem";

const TITLES: Record<PaymentKind, string> = {
  ticket: "Traffic Ticket Payment",
  parking: "Parking Violation Payment",
  toll: "Toll Payment",
  lawyer: "Legal Representation Services",
};

type Props = Extract<PaymentQuery, { screen: "pay" }>;

/** The payment step: the amount due and the card form. */
export function PaymentStep({ type, cents, id, violationType }: Props) {
  useDocumentTitle(TITLES[type]);
  const { user } = useSession();
  const { item, loading } = useItem(itemKind(type), id);
  const [previousCents, setPreviousCents] = useState<number | null>(null);
  const navigate = useNavigate();
  const { state } = useLocation();
  // The confirmation is in the history entry's state and not in the URL, so that a link can't confirm for the driver.
  const despiteLawyer = (state as { despiteLawyer?: boolean } | null)?.despiteLawyer === true;

  /** Puts the amount that the server computed into the URL. The driver sees both amounts before paying. */
  const takeAmount = useCallback(
    (due: number) => {
      setPreviousCents(cents);
      const query = new URLSearchParams(window.location.search);
      query.set("amount", formatDecimal(due));
      navigate(`${window.location.pathname}?${query}`, { replace: true, state: { despiteLawyer } });
    },
    [cents, navigate, despiteLawyer],
  );
  const leadsToTicket = type === "ticket" || type === "lawyer";
  return (
    <Page width="list" className={css.page}>
      <BackLink
        to={leadsToTicket ? paths.pay(pleaQuery(item?.fine ?? cents, id)) : paths.profile()}
      >
        {leadsToTicket ? "Your Ticket" : "Driving Profile"}
      </BackLink>
      <h1>{TITLES[type]}</h1>
      <div className={css.columns}>
        <div className={css.what}>
          <Summary
            {...{ type, cents, loading, item, violationType }}
            payer={user?.fullName ?? user?.email ?? ""}
          />
          {type === "lawyer" ? (
            <LostCase courtState={item?.courtState} />
          ) : (
            (!item || item.mayPay) && <SendDeadline item={item} loading={loading} />
          )}
        </div>
        <PaymentArea
          purchase={{ type, cents, id, despiteLawyer }}
          previousCents={previousCents}
          onAmountCorrected={takeAmount}
          onPayDespiteLawyer={() =>
            navigate(window.location.pathname + window.location.search, {
              replace: true,
              state: { despiteLawyer: true },
            })
          }
        />
      </div>
    </Page>
  );
}

/** Returns the query parameters in the URL of the ticket's plea step. */
function pleaQuery(cents: number, id: number) {
  return { type: "ticket" as const, amount: formatDecimal(cents), id };
}
