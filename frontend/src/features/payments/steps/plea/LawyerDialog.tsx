import CircleCheck from "lucide-react/icons/circle-check";
import { formatDecimal, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { useConfig } from "@/parts/config/useConfig";
import { FailureNotice } from "@/parts/FailureNotice";
import { AvailabilityLines } from "@/parts/legalHelp/cases/AvailabilityLines";
import { ChangeCourt } from "@/parts/legalHelp/cases/ChangeCourt";
import { useLawyerAvailability } from "@/parts/legalHelp/cases/useLawyerAvailability";
import { CLAIMS, describeLostCase, LAWYER_SHARE } from "@/parts/legalHelp/claims";
import { legalHelpRuleFor, NO_LAWYER_NOW, unavailableText } from "@/parts/legalHelp/legalHelp";
import { Button } from "@/ui/buttons/Button";
import shapes from "@/ui/layout/shapes.module.css";
import { Dialog } from "@/ui/overlays/Dialog";
import css from "./LawyerDialog.module.css";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  id: number;
  fine: number;
  /** True if the fine is an estimate. */
  isEstimated: boolean;
  /** The lawyer's price, in cents; null if the ticket couldn't be loaded. */
  price: number | null;
  violationType: string | null;
  /** True if the server offers a lawyer for the ticket. */
  mayHire: boolean;
  courtState: string | null;
};

const TITLE = "Have a lawyer fight this ticket";
const INCLUDED = [
  "Legal representation: a lawyer takes your case",
  "Updates from start to finish",
  "One fixed price, no extra charges later",
  CLAIMS.cancellation,
];

/** Shows what hiring a lawyer for the ticket costs and includes. */
export function LawyerDialog(props: Props) {
  const { open, onOpenChange, id, fine, isEstimated, price, violationType, mayHire, courtState } =
    props;
  const { user } = useSession();
  const navigate = useNavigate();
  const { data: config, error, isValidating, mutate } = useConfig();
  const { availability } = useLawyerAvailability(mayHire ? id : null);
  // The rules of the court's state apply, or those of the driver's state while the court's state is unknown.
  const offerState = availability?.courtState ?? courtState ?? user?.state;
  const { offered, guaranteeShown, claimsShown } = legalHelpRuleFor(
    config?.legalHelp ?? [],
    offerState,
  );
  const isAvailable = availability?.isAvailable !== false;
  const guarantee = availability?.isRefundedIfLost ?? guaranteeShown;

  function openPayment(price: number) {
    navigate(
      paths.payLawyer({
        amount: formatDecimal(price),
        id,
        violationType: violationType ?? "Traffic ticket",
        userId: user?.id ?? 0,
        ts: Date.now(),
      }),
    );
  }
  if (!config)
    return (
      <Dialog open={open && Boolean(error)} onOpenChange={onOpenChange} title={TITLE}>
        <FailureNotice {...{ error, mutate, isValidating }} />
      </Dialog>
    );
  if (!offered || !isAvailable)
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title={TITLE}>
        <p>
          {offered ? (availability?.reason ?? NO_LAWYER_NOW) : unavailableText(offerState)} You can
          still pay this ticket here, or hire a lawyer on your own.
        </p>
        {availability && <ChangeCourt ticketId={id} availability={availability} />}
      </Dialog>
    );
  if (price === null)
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title={TITLE}>
        <p>We can’t find this ticket on your profile, so you can’t hire a lawyer for it here.</p>
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={TITLE}
      footer={
        <Button block onClick={() => openPayment(price)}>
          Continue
        </Button>
      }
    >
      <p className={css.price}>
        <span className={shapes.total}>{formatCents(price)}</span>
        <span className={css.half}>
          for a lawyer, {LAWYER_SHARE.share} the {isEstimated && "estimated "}
          {formatCents(fine)} fine
        </span>
      </p>
      <p className={css.lost}>{describeLostCase(guarantee)}</p>
      <AvailabilityLines ticketId={id} availability={availability} />
      <ul className={css.included}>
        {[...INCLUDED, ...(guarantee && claimsShown ? [CLAIMS.guarantee] : [])].map((line) => (
          <li key={line} className={css.line}>
            <CircleCheck size={20} aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
      <p className={css.next}>
        On the next page, you’ll review the amount and enter your card. You won’t be charged yet.
      </p>
    </Dialog>
  );
}
