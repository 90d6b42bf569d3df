import * as main from "@/api/generated/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import { type SumsCall, toListCall, toSumsCall } from "@/api/listCalls";
import type { FeeTotals, HireSummary, LawyerHire, RefundProgress } from "@/api/types";
import { formatCount, keysOf, lookUpLabel } from "@/lib/labels";
import { centsOf } from "@/lib/money";
import { Link } from "@/lib/router";
import { handlingOf, isDecided } from "@/parts/legalHelp/cases/caseLabels";
import { readContact } from "@/parts/legalHelp/contact";
import { Button } from "@/ui/buttons/Button";
import { deskPaths } from "../desk/deskPaths";
import { formatExactTime } from "../desk/times";
import { useActions } from "../queue/actions";
import { citationFact } from "../queue/CitedCell";
import { SetStatus, Solved, ToneChip } from "../queue/cells";
import type { Declaration } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { PaymentRefunds } from "../queue/refunds/PaymentRefunds";
import { useRefunds } from "../queue/refunds/useRefunds";
import { dollars, SOLVED, toOptions } from "../queue/format";
import { CancelHire } from "./CancelHire";
import { CasePanel } from "./cases/CasePanel";
import { dialogForStatus, EndsCaseDialog } from "./cases/EndsCaseDialog";
import { HIRE_TONES, markSeen, setStatus } from "./hireChanges";
import { ContactMethods, HIRE_COLUMNS, SetByStaff, TicketPaid } from "./hireColumns";

const REFUNDS: Record<RefundProgress, string> = {
  pending: "On its way",
  refunded: "Refunded",
  failed: "Failed. See Payment problems",
};

const HIRES = toListCall(main.listHires);
type HireSums = HireSummary & { fees: FeeTotals };
const HIRE_SUMS: SumsCall<HireSums> = {
  ...toSumsCall(staff.hireSummary),
  read: async () => {
    const [sums, fees] = await Promise.all([staff.hireSummary(), staff.hireFees()]);
    return { ...sums, fees };
  },
};

/** URLs of the list and its sums, which the page loads again after a hire's payment or case changes. */
const LISTS = [HIRES.url, HIRE_SUMS.url];

/** Declares the list of lawyer hires for staff: its figures, filters, columns and the view of one hire. */
export const DECLARATION: Declaration<LawyerHire, HireSums> = {
  title: "Lawyer hires",
  call: HIRES,
  sums: HIRE_SUMS,
  figures: (sums) => [
    { name: "Pending", value: formatCount(sums?.pending) },
    { name: "In Progress", value: formatCount(sums?.inProgress) },
    { name: "Contacted", value: formatCount(sums?.contacted) },
    {
      name: "Total Revenue",
      value: sums && dollars(sums.totalRevenue),
      note: sums && sums.cancelled !== "0.00" && <>includes {dollars(sums.cancelled)} canceled</>,
    },
    {
      name: "Fees held",
      value: sums && dollars(sums.fees.held),
      note: "until they go to the lawyer, back to the driver, or are earned by our own law firm",
    },
    { name: "Fees sent to lawyers", value: sums && dollars(sums.fees.sent) },
    {
      name: "Fees earned",
      value: sums && dollars(sums.fees.earned),
      note: "by lawyers or our own law firm",
    },
    {
      name: "Fees to recover from lawyers",
      value: sums && dollars(sums.fees.toRecover),
      note: sums && centsOf(sums.fees.toRecover) > 0 && (
        <Link to={deskPaths.remittances()}>Outgoing payments</Link>
      ),
    },
  ],
  filters: [
    { name: "status", label: "Status", options: toOptions(keysOf(HIRE_TONES)) },
    SOLVED,
    {
      name: "seen",
      label: "Seen by staff",
      options: [
        { value: "false", label: "New" },
        { value: "true", label: "Seen" },
      ],
    },
  ],
  search: "Driver, citation, confirmation or ID",
  file: "lawyer-hires",
  columns: HIRE_COLUMNS,
  isFresh: (hire) => !hire.isSeenByAdmin,
  emptyHint: "When a driver pays for a lawyer, the hire shows up here.",
  nameOf: (hire) => `hire ${hire.id}`,
  solving: { queue: "lawyer-hire", noun: "Lawyer hire" },
  status: { tones: HIRE_TONES, change: setStatus, confirmDialog: dialogForStatus },
  Dialogs: EndsCaseDialog,
  record: {
    title: (hire) => `Hire ${hire.id}`,
    actions: (hire) => (
      <>
        <SetStatus row={hire} />
        <Solved row={hire} />
        {!hire.isSeenByAdmin && <SeenButton hire={hire} />}
      </>
    ),
    facts: factsOf,
    belowFacts: (hire) => (
      <>
        {handlingOf(hire) !== "outside" && <CasePanel id={hire.id} lists={LISTS} />}
        {hire.paymentId !== null && (
          <PaymentRefunds paymentId={hire.paymentId} kind="lawyer" lists={LISTS} />
        )}
      </>
    ),
    footer: (hire) => canBeCanceled(hire) && <CancelHire hire={hire} />,
    driver: (hire) => hire,
    subject: "lawyer_hire",
  },
};

/**
 * Whether staff can cancel a hire. A hire with the status Cancelled but without a refund can still
 * be canceled, to refund it. A decided case can't be canceled: staff refund its payment instead.
 */
const canBeCanceled = (hire: LawyerHire) =>
  !(handlingOf(hire) === "matched" && isDecided(hire.caseStep)) &&
  (hire.status !== "Cancelled" || hire.refund === null);

function factsOf(hire: LawyerHire) {
  const { phone, email } = readContact(hire.contactMethod, hire.contactValue);
  return [
    {
      name: "Status",
      value: (
        <>
          <ToneChip word={hire.status} tones={HIRE_TONES} /> <SetByStaff hire={hire} />
        </>
      ),
    },
    { name: "Ticket paid", value: hire.isTicketPaid && <TicketPaid /> },
    { name: "Amount", value: dollars(hire.amount) },
    { name: "Refund", value: hire.refund && <Refund hire={hire} /> },
    citationFact(hire),
    { name: "Violation", value: hire.violationType },
    { name: "Ticket ID", value: hire.ticketId },
    { name: "Contact Method", value: <ContactMethods method={hire.contactMethod} /> },
    { name: "Phone", value: phone },
    { name: "Email", value: email },
    { name: "Confirmation Number", value: hire.confirmationNumber },
    { name: "Card charged", value: formatExactTime(hire.createdAt) },
    { name: "Hired", value: formatExactTime(hire.recordedAt) },
    { name: "Driver can cancel until", value: formatExactTime(hire.cancelUntil) },
  ];
}

/**
 * The refund status of a hire. The hire has only its newest refund; the payment shows whether everything was refunded.
 */
function Refund({ hire }: { hire: LawyerHire }) {
  const { data } = useRefunds(hire.paymentId);
  if (hire.refund !== "refunded")
    return hire.refund && (lookUpLabel(REFUNDS, hire.refund) ?? hire.refund);
  if (!data) return null;
  const isPart = centsOf(data.refunded) < centsOf(data.received);
  return isPart ? "Partly refunded" : REFUNDS.refunded;
}

function SeenButton({ hire }: { hire: LawyerHire }) {
  const { apply } = useActions<LawyerHire>();
  return (
    <Button variant="secondary" compact onClick={() => void apply(hire, markSeen(hire))}>
      Seen
    </Button>
  );
}

export default function HiresPage() {
  return <QueuePage declaration={DECLARATION} />;
}
