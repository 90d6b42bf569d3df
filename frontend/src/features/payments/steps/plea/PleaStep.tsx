import { type ReactNode, useEffect, useState } from "react";
import type { SourcedText, Standing } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatDecimal, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { lookUpLabel } from "@/lib/labels";
import { BackLink } from "@/parts/BackLink";
import { useConfig } from "@/parts/config/useConfig";
import { isOrWas } from "@/parts/dates/dueDate";
import { describePayAfterCheck, NOT_PAYABLE } from "@/parts/drivingRecord/notPayable";
import { LAWYER_SHARE } from "@/parts/legalHelp/claims";
import { explainNoLawyer } from "@/parts/legalHelp/legalHelp";
import { OptionsLink } from "@/parts/options/OptionsLink";
import { usePayingMeans } from "@/parts/options/usePayingMeans";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Alert } from "@/ui/feedback/Alert";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import shapes from "@/ui/layout/shapes.module.css";
import { Dialog } from "@/ui/overlays/Dialog";
import { loadProvider } from "../../card/provider";
import { DESPITE_LAWYER } from "../../card/startFailure";
import { ClosedNotice } from "./ClosedNotice";
import { Consequences } from "./Consequences";
import { ItemCard } from "../ItemCard";
import { LawyerDialog } from "./LawyerDialog";
import { NoLawyer } from "./NoLawyer";
import { Pay } from "./Pay";
import css from "./PleaStep.module.css";
import { type PayItem, useItem } from "../useItem";

/** The plea step, which explains what paying a ticket means before the driver pays it. */
export function PleaStep({ cents, id }: { cents: number; id: number }) {
  useDocumentTitle("Your Ticket");
  const itemRead = useItem("ticket", id);
  const { item, loading, error } = itemRead;
  const { paying, hasPoints, isSettled } = usePayingMeans(id);
  const isWaiting = loading || (item !== null && !isSettled);
  const [isDisputeOpen, setDisputeOpen] = useState(false);
  const navigate = useNavigate();
  useProviderPreload();
  // The record's fine is more recent than the amount in an old URL. The server checks the amount again.
  const due = item?.fine ?? cents;
  const openCardForm = (despiteLawyer = false) =>
    navigate(paths.pay({ type: "ticket", amount: formatDecimal(due), id, step: "pay" }), {
      state: { despiteLawyer },
    });
  const dispute = () => setDisputeOpen(true);

  return (
    <Page className={cx(css.page, css.wide)}>
      <BackLink to={paths.profile()}>Driving Profile</BackLink>
      <h1>Your Ticket</h1>
      <div className={css.columns}>
        <ItemCard itemRead={itemRead} kind="ticket" cents={due} />
        {item && !isWaiting ? (
          (lookUpLabel(CHOICES_BY_STANDING, item.standing) ?? CHOICES_BY_STANDING.processing)({
            // A ticket's points don't count in a state without a points system, so they aren't shown.
            item: hasPoints ? item : { ...item, points: 0 },
            paying,
            onPay: openCardForm,
            onDispute: dispute,
          })
        ) : (
          <Choices hasTwoChoices id={isWaiting ? id : undefined}>
            <Pay cents={due} onPay={() => openCardForm()} />
            <Dispute
              price={null}
              loading={isWaiting}
              disabled={isWaiting || Boolean(error)}
              onDispute={dispute}
            />
          </Choices>
        )}
      </div>
      <LawyerDialog
        open={isDisputeOpen}
        onOpenChange={setDisputeOpen}
        id={id}
        fine={due}
        isEstimated={item?.isEstimated ?? false}
        price={item?.lawyerPrice ?? null}
        violationType={item?.label ?? null}
        mayHire={item?.mayHireLawyer ?? false}
        courtState={item?.courtState ?? null}
      />
    </Page>
  );
}

type ChoicesProps = {
  item?: PayItem;
  /** The ticket's id, for the link to its options. Undefined if the ticket couldn't be loaded. */
  id: number | undefined;
  hasTwoChoices?: boolean;
  hasNoChoice?: boolean;
  children: ReactNode;
};

/**
 * Shows the consequences of paying, the driver's choices, and a note that making a choice charges
 * nothing yet.
 */
function Choices({ item, id, hasTwoChoices, hasNoChoice, children }: ChoicesProps) {
  return (
    <div className={css.choices}>
      {item?.mayPay && <Consequences item={item} />}
      {id !== undefined && <OptionsLink id={id} />}
      <div className={cx(css.choices, hasTwoChoices && css.both)}>{children}</div>
      {!hasNoChoice && <p className={css.means}>Nothing is charged yet.</p>}
    </div>
  );
}

type NextProps = {
  item: PayItem;
  /**
   * The legal effect of paying under the rules of the ticket's court; null if we have no source for
   * it.
   */
  paying: SourcedText | null;
  onPay: (despiteLawyer?: boolean) => void;
  onDispute: () => void;
};

/** Choices for an open ticket: pay it or fight it. Says if the ticket can't be paid by card. */
function OpenTicketChoices({ item, paying, onPay, onDispute }: NextProps) {
  const noLawyerReason = item.mayHireLawyer ? null : explainNoLawyer(item);
  return (
    <Choices
      item={item}
      id={item.id}
      hasTwoChoices={item.mayPay && item.mayHireLawyer}
      hasNoChoice={!item.mayPay && !item.mayHireLawyer}
    >
      {item.mayPay && (
        <Pay cents={item.fine} points={item.points} paying={paying} onPay={() => onPay()} />
      )}
      {item.notPayable && (
        <section className={cx(shapes.surface, css.card)}>
          <Alert tone="info" title={NOT_PAYABLE[item.notPayable]}>
            Pay the court or agency that issued it. Then let us know, and we’ll mark it as paid
            here.
          </Alert>
        </section>
      )}
      {item.mayHireLawyer && <Dispute price={item.lawyerPrice} onDispute={onDispute} />}
      {noLawyerReason && <NoLawyer ticketId={item.id} reason={noLawyerReason} />}
    </Choices>
  );
}

/** Choices for a ticket that the driver hired a lawyer for. Paying it anyway asks for confirmation. */
function LawyerChoices({ item, paying, onPay }: NextProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className={css.choices}>
      <section className={cx(shapes.surface, css.card)} aria-label="Your lawyer">
        {item.awaitsLawyer ? (
          <Alert tone="info" title="No lawyer represents you yet">
            {item.dueDate &&
              `Your ticket ${isOrWas(item.dueDate, new Date())} due ${formatDate(item.dueDate)}. `}
            Go to Legal help to see what happens next.
          </Alert>
        ) : (
          <Alert tone="info" title="A lawyer is working on this ticket">
            Ask your lawyer before you pay it.
          </Alert>
        )}
        <Link
          className={buttonClass({ block: true })}
          to={paths.legalHelp(item.hireId ?? undefined)}
        >
          {item.awaitsLawyer ? "See your legal help" : "See your lawyer"}
        </Link>
      </section>
      {item.mayPay && (
        <>
          <Consequences item={item} />
          <OptionsLink id={item.id} />
          <Pay
            cents={item.fine}
            points={item.points}
            paying={paying}
            isSecondary
            onPay={() => setIsConfirming(true)}
          />
        </>
      )}
      <Dialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Pay this ticket even though you hired a lawyer?"
        description={DESPITE_LAWYER}
        footer={
          <>
            <Button variant="secondary" onClick={() => setIsConfirming(false)}>
              Keep legal help
            </Button>
            <Button variant="danger" onClick={() => onPay(true)}>
              Pay anyway
            </Button>
          </>
        }
      />
    </div>
  );
}

const renderClosed =
  (title: string, text: string) =>
  ({ item: { appearance } }: NextProps) => (
    <ClosedNotice title={title} appearance={appearance}>
      {text}
    </ClosedNotice>
  );

const CHOICES_BY_STANDING: Record<Standing, (props: NextProps) => ReactNode> = {
  due: (props) => <OpenTicketChoices {...props} />,
  with_lawyer: (props) => <LawyerChoices {...props} />,
  processing: renderClosed(
    "Your bank is processing a payment for this",
    "You won’t be charged twice.",
  ),
  paid: renderClosed("This ticket is paid", "You don’t owe anything."),
  refunding: renderClosed(
    "Your refund is on its way",
    "Nothing more will be charged. Once the refund is complete, this ticket is unpaid again unless it’s been dismissed, settled or removed.",
  ),
  chargeback_open: renderClosed(
    "Your bank has reversed this payment",
    "You can’t pay this ticket here until your bank decides.",
  ),
  settled_with_city: renderClosed("This is settled with the city", "You don’t owe anything."),
  being_checked: (props) =>
    renderClosed("We’re checking this ticket", describePayAfterCheck(props.item.notPayable))(props),
  dismissed: renderClosed("This ticket was dismissed", "You don’t owe anything."),
};

type DisputeProps = {
  price: number | null;
  loading?: boolean;
  disabled?: boolean;
  onDispute: () => void;
};

function Dispute({ price, loading, disabled, onDispute }: DisputeProps) {
  return (
    <section className={cx(shapes.surface, css.card)} aria-label="Dispute this ticket">
      <p className={css.price}>
        Dispute{" "}
        <strong>
          {loading ? <Skeleton width="4.5rem" /> : price !== null && formatCents(price)}
        </strong>
      </p>
      <p className={css.means}>A lawyer represents you</p>
      <p className={css.question}>
        {`Would you want us to fight this ticket for ${LAWYER_SHARE.share} the cost?`}
      </p>
      <Button block variant="secondary" disabled={disabled} onClick={onDispute}>
        {loading ? "Loading ticket details" : "Dispute"}
      </Button>
    </section>
  );
}

/** Preloads the provider's script while the user reads. A failure shows up when the script is needed. */
function useProviderPreload() {
  const { data: config } = useConfig();
  useEffect(() => {
    if (config) loadProvider(config).catch(() => undefined);
  }, [config]);
}
