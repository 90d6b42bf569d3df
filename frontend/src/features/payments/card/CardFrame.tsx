import { CreditCard, Lock } from "lucide-react";
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
  /** Ways to pay at one press, above the card; they stand there from the start, so that nothing moves. */
  express: ReactNode;
  /** What went wrong, beside the button that would try again. */
  error?: ReactNode;
  /** The provider's form; it stays hidden behind the stand-in until it is drawn. */
  children?: ReactNode;
  ready?: boolean;
  /** The stand-in's form is lower than the provider's. */
  standIn?: boolean;
  busy?: boolean;
};

/** The frame around the provider's form: the same height before and after it is there. */
export function CardFrame(props: Props) {
  const { cents, notice, express, error, children, ready, standIn, busy } = props;
  return (
    <Card className={css.card}>
      <div className={css.stack}>
        {notice}
        {express}
        <h2 className={css.title}>
          <CreditCard size={20} aria-hidden="true" />
          Card details
        </h2>
        <div className={cx(css.fields, standIn && css.low)}>
          {!ready && <Waiting />}
          {children && <div className={ready ? undefined : css.hidden}>{children}</div>}
        </div>
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
    </Card>
  );
}

function Waiting() {
  return (
    <div className={css.waiting}>
      <Loading
        label="Loading the card form"
        why="The payment provider is taking longer than usual…"
      >
        <div className={css.bones}>
          <Skeleton height="3rem" />
          <div className={css.pair}>
            <Skeleton height="3rem" />
            <Skeleton height="3rem" />
          </div>
          <Skeleton height="3rem" />
        </div>
      </Loading>
    </div>
  );
}
