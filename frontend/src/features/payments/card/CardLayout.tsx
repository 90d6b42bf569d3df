import CreditCard from "lucide-react/icons/credit-card";
import Lock from "lucide-react/icons/lock";
import type { ReactNode } from "react";
import { formatCents } from "@/lib/money";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import css from "./CardFrame.module.css";

type Props = {
  cents: number;
  notice?: ReactNode;
  /** Wallet buttons, shown above the card form. */
  express: ReactNode;
  /** Error message, shown beside the pay button. */
  error?: ReactNode;
  /** The payment provider's card form. */
  children?: ReactNode;
  /**
   * True once all ways to pay have loaded. Until then, the ways to pay are hidden behind placeholders, so that nothing
   * moves.
   */
  ready?: boolean;
  /** True if the payment sandbox's form is shown, which is lower than the provider's. */
  isStandIn?: boolean;
  busy?: boolean;
};

/** The layout around the provider's elements. All ways to pay appear at the same time. */
export function CardLayout(props: Props) {
  const { cents, notice, express, error, children, ready, isStandIn, busy } = props;
  return (
    <Card className={css.card}>
      <div className={css.stack}>
        {notice}
        <div className={cx(css.ways, isStandIn && css.low)}>
          {!ready && <CardLoading />}
          <div className={cx(css.stack, !ready && css.hidden)}>
            {express}
            <h2 className={css.title}>
              <CreditCard size={20} aria-hidden="true" />
              Card details
            </h2>
            <div className={css.fields}>{children}</div>
            {error}
            <Button
              type="submit"
              block
              disabled={!ready}
              loading={busy}
              loadingText="Processing Payment..."
            >
              Pay {formatCents(cents)}
            </Button>
            <p className={css.secure}>
              <Lock size={16} aria-hidden="true" />
              Your payment information is secure and encrypted.
            </p>
          </div>
        </div>
      </div>
    </Card>
  );
}

function CardLoading() {
  return (
    <div className={css.waiting}>
      <Loading
        label="Loading the card form"
        slowText="The payment provider is taking longer than usual…"
      >
        <div className={css.stack}>
          <Skeleton height="3rem" />
          <Skeleton width="9rem" height="1.25rem" />
          <div className={cx(css.fields, css.bones)}>
            <Skeleton height="3rem" />
            <div className={css.pair}>
              <Skeleton height="3rem" />
              <Skeleton height="3rem" />
            </div>
            <Skeleton height="3rem" />
          </div>
          <Skeleton height="3rem" />
        </div>
      </Loading>
    </div>
  );
}
