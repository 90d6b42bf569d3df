// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { type ComponentType, useState } from "react";
import { expect, it, vi } from "vitest";
import type { DialogProps } from "@/parts/forms/SubmitDialog";
import ChangeDialog from "@/parts/legalHelp/cases/ChangeDialog";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { aToll } from "@/testing/sampleItems";
import NotFoundDialog from "./drivingRecord/toCheck/NotFoundDialog";
import RemoveDialog from "./drivingRecord/users/RemoveDialog";
import SettleDialog from "./payments/billedAgain/SettleDialog";
import PaidOtherwiseDialog from "./payments/PaidOtherwiseDialog";
import AcceptedDialog from "./payments/remittances/steps/AcceptedDialog";
import ReturnedMoneyDialog from "./payments/remittances/steps/ReturnedMoneyDialog";
import WriteOffDialog from "./payments/remittances/steps/WriteOffDialog";
import ResolveProblemDialog from "./payments/ResolveProblemDialog";
import RefundDialog from "./queue/refunds/RefundDialog";

const noop = () => undefined;
/** The record that each dialog is about, with only the fields that the dialogs show. */
const RECORD = {
  id: 4,
  kind: "toll",
  confirmationNumber: "CONF-1",
  userId: 3,
  paymentId: 4,
  driverName: "Ann Lee",
  label: "I-95",
  toRecover: "20.00",
  withPayee: "20.00",
  payee: { kind: "authority", id: 1, name: "New York City" },
} as never;
const CHANGE = {
  title: "Skip this lawyer?",
  description: "We’ll offer the case to the next lawyer.",
  reasonHint: "Only staff can read it.",
  action: "Skip lawyer",
  working: "Skipping...",
  send: vi.fn(),
  success: { title: "", description: "" },
};

const DIALOGS: [field: RegExp, Dialog: ComponentType<DialogProps>][] = [
  [/^Result/, (props) => <RemoveDialog {...props} kind="toll" item={aToll()} />],
  [
    /^Reason/,
    (props) => (
      <RefundDialog
        {...props}
        paymentId={4}
        kind="toll"
        remainingAmount="20.00"
        refetch={async () => "20.00"}
      />
    ),
  ],
  [
    /^What you found/,
    (props) => <SettleDialog {...props} bill={{ case: RECORD, obligation: RECORD } as never} />,
  ],
  [/^Reason/, (props) => <NotFoundDialog {...props} added={RECORD} onRefuse={vi.fn()} />],
  [/^Confirmation or citation/, (props) => <AcceptedDialog {...props} remittance={RECORD} />],
  [/^How it was/, (props) => <ReturnedMoneyDialog {...props} obligation={RECORD} />],
  [/^Reason/, (props) => <WriteOffDialog {...props} obligation={RECORD} />],
  [
    /^How you refunded/,
    (props) => <PaidOtherwiseDialog {...props} refundId={4} amount="20.00" onDone={noop} />,
  ],
  [
    /^What you did/,
    (props) => (
      <ResolveProblemDialog
        {...props}
        problem={{ kind: "stray", providerId: "pi_1", name: "$20" } as never}
        onDone={noop}
      />
    ),
  ],
  [
    /^Reason/,
    (props) => (
      <ChangeDialog
        {...props}
        legalCase={RECORD}
        onChanged={noop}
        refetch={async () => undefined}
        change={CHANGE}
      />
    ),
  ],
];

function Opener({ Dialog }: { Dialog: ComponentType<DialogProps> }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <Dialog open onOpenChange={setOpen} />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Open again
    </button>
  );
}

it.each(DIALOGS)(
  "keeps the text of %s when Escape closes its dialog (%#)",
  async (label, Dialog) => {
    serve(() => sessionResponse(STAFF));
    openScreen(<Opener Dialog={Dialog} />, { user: STAFF });
    const someChoice = screen.queryByLabelText("Some payments");
    if (someChoice) fireEvent.click(someChoice);
    const field = () => screen.getByLabelText<HTMLTextAreaElement>(label);
    fireEvent.change(field(), { target: { value: "Called the clerk" } });
    fireEvent.keyDown(field(), { key: "Escape" });
    fireEvent.click(await screen.findByText("Open again"));
    expect(field().value).toBe("Called the clerk");
  },
);
