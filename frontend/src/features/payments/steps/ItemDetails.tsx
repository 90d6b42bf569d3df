import FileQuestion from "lucide-react/icons/file-question";
import { withStyle } from "@/lib/loadStyle";
import { formatDecimal, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { CalendarLink } from "@/parts/dates/CalendarLink";
import { useSession } from "@/parts/accounts/useSession";
import { BackLink } from "@/parts/BackLink";
import { describeContestLink, showsContestLink } from "@/parts/drivingRecord/dispute";
import { LazyItemFiles } from "@/parts/itemFiles/LazyItemFiles";
import { NOT_PAYABLE } from "@/parts/drivingRecord/notPayable";
import { buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import { lazyComponent } from "@/ui/lazyComponent";
import { ItemCard } from "./ItemCard";
import css from "./plea/PleaStep.module.css";
import { useItem } from "./useItem";

/** Shows the progress of the money paid for an item. Loaded on demand, because only paid items need this component. */
const MoneyTrail = lazyComponent(() =>
  withStyle("MoneyTrail", import("@/parts/payments/MoneyTrail")),
);

const TITLES = { parking: "Parking Ticket", toll: "Toll" } as const;

type Props = { kind: keyof typeof TITLES; id: number; user: number };

/** One parking ticket or toll, opened from the profile, with a button to pay it. */
export function ItemDetails({ kind, id, user }: Props) {
  const title = TITLES[kind];
  useDocumentTitle(title);
  const { user: me } = useSession();
  const itemRead = useItem(kind, id, user);
  const { item, loading, error } = itemRead;
  const isMissing = !loading && !error && !item;
  return (
    <Page width="narrow" className={css.page}>
      <BackLink to={paths.profile()}>Driving Profile</BackLink>
      <h1>{title}</h1>
      {isMissing ? (
        <EmptyState
          icon={<FileQuestion aria-hidden="true" />}
          title={`This ${title.toLowerCase()} isn’t on your record`}
          action={
            <Link className={buttonClass()} to={paths.profile()}>
              Go to your driving profile
            </Link>
          }
        >
          It may have been removed, or the link may be incorrect.
        </EmptyState>
      ) : (
        <ItemCard itemRead={itemRead} kind={kind} />
      )}
      {item?.standing === "paid" && (
        <MoneyTrail heading="h2" userId={user} type={kind} itemId={id} title={item.label} />
      )}
      {item?.mayPay && me?.id === user && (
        <Link
          className={buttonClass({ block: true })}
          to={paths.pay({ type: kind, amount: formatDecimal(item.fine), id })}
        >
          Pay {formatCents(item.fine)}
        </Link>
      )}
      {item?.standing === "due" && item.notPayable && (
        <Alert tone="info" title={NOT_PAYABLE[item.notPayable]}>
          Pay the court or agency that issued it. Then let us know, and we’ll mark it as paid here.
        </Alert>
      )}
      {item?.standing === "settled_with_city" && (
        <Alert tone="info" title="Settled with the city">
          The city’s data shows that you owe nothing for this. You didn’t pay it through Lanewise.
        </Alert>
      )}
      {item && me?.id === user && showsContestLink(item) && (
        <Link
          className={buttonClass({ variant: "secondary", block: true })}
          to={paths.options({ type: kind, id, view: "letter" })}
        >
          {describeContestLink(item)}
        </Link>
      )}
      {item?.hasUpcomingDate && <CalendarLink kind={kind} id={id} block />}
      {item && <LazyItemFiles kind={kind} id={id} heading="h2" isStaff={me?.id !== user} />}
      {item && item.standing !== "due" && (
        <Link className={buttonClass({ block: true })} to={paths.profile()}>
          Back to your driving profile
        </Link>
      )}
    </Page>
  );
}
