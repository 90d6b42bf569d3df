import type { ReactNode } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { MoneyOwed } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { DelayedControls } from "@/ui/layout/DelayedControls";
import { Figures } from "../../desk/Figures";
import { QueueDesk } from "../../queue/view/QueueDesk";
import { dollars } from "../../queue/format";
import { AmountsOwed } from "./AmountsOwed";
import { Authorities } from "./authorities/Authorities";
import { getMoneyOwed, OWED_KEY } from "./calls";
import { OpenAtCity, ToRecover } from "./Recoveries";
import { RemittanceList } from "./RemittanceList";
import { RemittancePanel } from "./RemittancePanel";
import { useOpenRemittance } from "./useOpenRemittance";
import { isZero, formatPaymentCount, sumOf } from "./remittanceTexts";

/** The page with the money for authorities and lawyers: owed, sent, and to be recovered. */
export default function RemittancesPage() {
  const { id, open, close } = useOpenRemittance();
  return (
    <QueueDesk title="Outgoing payments">
      <Money onOpen={open} openId={id}>
        <Authorities />
      </Money>
      {id !== null && <RemittancePanel key={id} id={id} onClose={close} />}
    </QueueDesk>
  );
}

type Props = { openId: number | null; onOpen: (id: number) => void; children: ReactNode };

function Money({ openId, onOpen, children }: Props) {
  const { data, error, isValidating, mutate } = useSWR(OWED_KEY, getMoneyOwed, {
    ...REVALIDATE_ON_MOUNT,
  });
  const list = { openId, onOpen };
  if (error && !data) {
    return (
      <>
        <FailureNotice title="We couldn’t load what’s owed" {...{ error, mutate, isValidating }} />
        <RemittanceList {...list}>{children}</RemittanceList>
      </>
    );
  }
  return (
    <>
      <Figures label="Totals" figures={figuresOf(data)} />
      <DelayedControls isLayoutFinal={data !== undefined}>
        <AmountsOwed rows={data?.owed} onPrepared={onOpen} />
        <RemittanceList {...list}>
          <ToRecover rows={data?.toRecover} />
          <OpenAtCity rows={data?.openAtSource} />
          {children}
        </RemittanceList>
      </DelayedControls>
    </>
  );
}

function figuresOf(data: MoneyOwed | undefined) {
  const owed = data && sumOf(data.owed.map(({ amount }) => amount));
  const number = data?.owed.reduce((sum, one) => sum + one.payments, 0);
  const late = data?.owed.reduce((sum, one) => sum + one.late, 0);
  const recover = data && sumOf(data.toRecover.map(({ toRecover }) => toRecover));
  return [
    {
      name: "Owed, not yet in a remittance",
      value: owed && dollars(owed),
      note: Boolean(number) && <>{formatPaymentCount(number ?? 0)}</>,
    },
    {
      name: "Past the sending deadline, not yet in a remittance",
      value: formatCount(late),
      note: late === 1 ? "payment" : "payments",
    },
    {
      name: "To recover from authorities and lawyers",
      value: recover && dollars(recover),
      note: recover && !isZero(recover) && <>{formatPaymentCount(data.toRecover.length)}</>,
    },
  ];
}
