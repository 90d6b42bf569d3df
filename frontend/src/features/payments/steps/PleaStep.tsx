import { Gavel, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useConfig } from "@/parts/config/useConfig";
import { decimalCents, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { Alert } from "@/ui/feedback/Alert";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Page } from "@/ui/layout/Page";
import { BackLink } from "./BackLink";
import { ItemCard } from "./ItemCard";
import { LawyerDialog } from "./LawyerDialog";
import css from "./PleaStep.module.css";
import { loadProvider } from "../card/provider";
import { useItem } from "./useItem";
import shapes from "@/ui/layout/shapes.module.css";

/** What paying a ticket means, before it is paid. */
export function PleaStep({ cents, id }: { cents: number; id: number }) {
  useDocumentTitle("Your Ticket");
  const found = useItem("ticket", id);
  const { item, loading, error } = found;
  const [disputing, setDisputing] = useState(false);
  const navigate = useNavigate();
  useEarlyProvider();
  // The record knows better than an address that may be old; the server has the last word on either.
  const due = item?.fine ?? cents;
  const pay = () =>
    navigate(paths.pay({ type: "ticket", amount: decimalCents(due), id, step: "pay" }));

  return (
    <Page className={cx(css.page, css.wide)}>
      <BackLink to={paths.profile()}>Driving profile</BackLink>
      <h1 className={css.title}>Your Ticket</h1>
      <div className={css.columns}>
        <ItemCard found={found} id={id} kind="ticket" cents={due} />
        {item?.isPaid ? (
          <section className={cx(shapes.surface, css.card)}>
            <Alert tone="info" title="This ticket has been paid">
              There is nothing left to pay for it.
            </Alert>
            <Link className={buttonClass({ block: true })} to={paths.profile()}>
              Back to your driving profile
            </Link>
          </section>
        ) : (
          <div className={css.choices}>
            <section className={cx(shapes.surface, css.card)} aria-label="Pay this ticket">
              <p className={css.warning}>
                <TriangleAlert size={22} aria-hidden="true" />
                If you pay this ticket, you are agreeing to a plea of guilt.
              </p>
              <Button block onClick={pay} aria-label={`Pay ${formatCents(due)}`}>
                Pay
              </Button>
            </section>
            <section className={cx(shapes.surface, css.card)} aria-label="Dispute this ticket">
              <p className={css.question}>
                Would you want us to fight this ticket for half the cost?
              </p>
              <Button
                block
                variant="secondary"
                icon={<Gavel size={20} aria-hidden="true" />}
                disabled={loading || Boolean(error)}
                onClick={() => setDisputing(true)}
              >
                {loading ? "Loading ticket details" : "Dispute"}
              </Button>
            </section>
          </div>
        )}
      </div>
      <LawyerDialog
        open={disputing}
        onOpenChange={setDisputing}
        id={id}
        fine={due}
        price={item?.lawyerPrice ?? null}
        violationType={item?.label ?? null}
      />
    </Page>
  );
}

/** The provider's script loads while the person reads; a failure is told when it is needed. */
function useEarlyProvider() {
  const { data: config } = useConfig();
  useEffect(() => {
    if (config) loadProvider(config).catch(() => undefined);
  }, [config]);
}
