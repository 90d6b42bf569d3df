import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import type { ItemOptions, OptionFit, Standing } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";
import { type ItemKind, paths } from "@/lib/paths";
import { Link, Navigate, useSearchParams } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { isKeyOf, keysOf } from "@/lib/labels";
import { useSession } from "@/parts/accounts/useSession";
import { BackLink } from "@/parts/BackLink";
import { useConfig } from "@/parts/config/useConfig";
import { FailureNotice } from "@/parts/FailureNotice";
import { describeLostCase } from "@/parts/legalHelp/claims";
import { legalHelpRuleFor } from "@/parts/legalHelp/legalHelp";
import { Sourced } from "@/parts/options/Sourced";
import { useOptions } from "@/parts/options/useOptions";
import { buttonClass } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import AddPage from "../adding/AddPage";
import { ContestPage } from "../contesting/ContestPage";
import { CantPay } from "./cantPay/CantPay";
import { OptionCard } from "./OptionCard";
import css from "./options.module.css";
import { GROUPS } from "./optionWords";
import type { RecordLineContext } from "./recordLines";

/** The form for adding a ticket. The app loads this module for that screen too (app/screens.tsx). */
export { AddPage };

const KINDS: Record<ItemKind, true> = { ticket: true, parking: true, toll: true };

/** A driver's options for one item, each with its cost and what the driver gives up. */
export default function OptionsPage() {
  const [query] = useSearchParams();
  const [kind, id] = [query.get("type") ?? "", query.get("id") ?? ""];
  if (!isKeyOf(KINDS, kind) || !/^\d{1,9}$/.test(id))
    return <Navigate to={paths.profile()} replace />;
  const view = query.get("view");
  if (view === "letter") return <ContestPage key={`${kind} ${id}`} kind={kind} id={Number(id)} />;
  if (view === "cant-pay") return <CantPayPage kind={kind} id={Number(id)} />;
  return <OptionsOfItem kind={kind} id={id} />;
}

function CantPayPage({ kind, id }: Props) {
  useDocumentTitle("Your Options");
  return (
    <Page width="list" className={css.page}>
      <BackLink to={paths.options({ type: kind, id })}>Your Options</BackLink>
      <h1>Can’t Pay Now</h1>
      <CantPay key={`${kind} ${id}`} kind={kind} id={id} />
    </Page>
  );
}

function OptionsOfItem({ kind, id }: { kind: ItemKind; id: string }) {
  useDocumentTitle("Your Options");
  return (
    <Page width="list" className={css.page}>
      <BackLink to={paths.profile()}>Driving Profile</BackLink>
      <h1>Your Options</h1>
      <Options key={`${kind} ${id}`} kind={kind} id={Number(id)} />
    </Page>
  );
}

type Props = { kind: ItemKind; id: number };

function Options({ kind, id }: Props) {
  const { data: itemOptions, error, isValidating, mutate } = useOptions(kind, id);
  const [now] = useState(() => new Date());
  const ifLost = useLostCase(itemOptions);
  if (itemOptions && itemOptions.options.length === 0)
    return <NothingToDecide itemOptions={itemOptions} />;
  if (itemOptions)
    return (
      <>
        <Item itemOptions={itemOptions} kind={kind} />
        {keysOf(GROUPS).map((fit) => (
          <Group key={fit} fit={fit} around={{ kind, itemOptions, now, ifLost }} id={id} />
        ))}
        {itemOptions.ifIgnored.length > 0 && <IfIgnored itemOptions={itemOptions} kind={kind} />}
      </>
    );
  if (error)
    return (
      <FailureNotice title="We couldn’t load your options" {...{ error, mutate, isValidating }} />
    );
  return <Waiting />;
}

/**
 * Describes what a lost case costs in the court's state, or in the driver's state if the court's is
 * unknown.
 */
function useLostCase(itemOptions: ItemOptions | undefined): string {
  const { user } = useSession();
  const { data: config } = useConfig();
  const { guaranteeShown } = legalHelpRuleFor(
    config?.legalHelp ?? [],
    itemOptions?.state ?? user?.state,
  );
  return config ? describeLostCase(guaranteeShown) : "";
}

function Item({ itemOptions, kind }: { itemOptions: ItemOptions; kind: ItemKind }) {
  return (
    <header className={css.item}>
      <p className={css.label}>
        <strong>{itemOptions.label}</strong> · {formatCents(centsOf(itemOptions.fine))}
        {itemOptions.isEstimated && <Chip>Estimated</Chip>}
      </p>
      <p>
        {itemOptions.rulesFor
          ? `These are the rules for ${itemOptions.rulesFor}.`
          : describeMissingRules(itemOptions)}
      </p>
      {itemOptions.terms && <Sourced text={itemOptions.terms} kind={kind} />}
      <p>
        This isn’t legal advice. If your notice shows a different deadline than the ones below, go
        by your notice.
      </p>
    </header>
  );
}

/** Explains why the page shows no rules of the item's state, city or toll operator. */
function describeMissingRules({ noRules, state }: ItemOptions): string {
  switch (noRules) {
    case "may_be_crime":
      return `This violation may be a crime, so ${state ? `${state}’s` : "the usual"} traffic rules may not apply. Talk to a lawyer or the court before you pay.`;
    case "issuer_unknown":
      return `To show ${state ?? "the state"}’s rules, we need to know the court or agency. Contact our team with the name on your ticket.`;
    default:
      return "We don’t have the rules for this court or agency. The options below are available almost anywhere.";
  }
}

type GroupProps = { fit: OptionFit; around: RecordLineContext; id: number };

function Group({ fit, around, id }: GroupProps) {
  const options = around.itemOptions.options.filter((option) => option.fit === fit);
  if (options.length === 0) return null;
  return (
    <section className={css.group} aria-label={GROUPS[fit]}>
      <h2>{GROUPS[fit]}</h2>
      <ul className={css.cards}>
        {options.map((option) => (
          <li key={`${option.kind} ${option.name}`}>
            <OptionCard option={option} around={around} id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function IfIgnored({ itemOptions, kind }: { itemOptions: ItemOptions; kind: ItemKind }) {
  return (
    <section className={css.group} aria-label="If You Do Nothing">
      <h2>If You Do Nothing</h2>
      <Card>
        <div className={css.ignored}>
          {itemOptions.ifIgnored.map((sourced) => (
            <Sourced key={sourced.text} text={sourced} kind={kind} />
          ))}
        </div>
      </Card>
    </section>
  );
}

const NOTHING_OWED = "You don’t owe anything.";
const IN_PROGRESS = "A payment or refund is in progress.";

/**
 * Explanations of why an item has no options. Items that are due, with a lawyer or being checked
 * always have options.
 */
const WHY_NONE: Partial<Record<Standing, string>> = {
  paid: NOTHING_OWED,
  settled_with_city: NOTHING_OWED,
  dismissed: NOTHING_OWED,
  processing: IN_PROGRESS,
  refunding: IN_PROGRESS,
  chargeback_open: "Your bank reversed the payment and is still reviewing it.",
};

/** Shown for an item that has no options, such as a paid one. */
function NothingToDecide({ itemOptions }: { itemOptions: ItemOptions }) {
  return (
    <EmptyState
      icon={<CircleCheck aria-hidden="true" />}
      title="There’s nothing to decide right now"
      action={
        <Link className={buttonClass()} to={paths.profile()}>
          Go to your driving profile
        </Link>
      }
    >
      {itemOptions.label}: {WHY_NONE[itemOptions.standing] ?? "There are no options right now."}
    </EmptyState>
  );
}

function Waiting() {
  return (
    <Loading label="Loading your options">
      <div className={css.cards}>
        {["a", "b", "c"].map((card) => (
          <Skeleton key={card} height="18rem" />
        ))}
      </div>
    </Loading>
  );
}
