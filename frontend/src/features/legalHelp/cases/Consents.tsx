import { formatMoment } from "@/parts/dates/formatMoment";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import type { CaseConsent, ConsentKind } from "@/api/types";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Button } from "@/ui/buttons/Button";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { toast } from "@/ui/overlays/toast";
import { postConsent } from "../calls";
import css from "./cases.module.css";

const REQUEST_TEXTS: Record<ConsentKind, string> = {
  record_for_lawyer:
    "Your lawyer asks to see your date of birth, license, points and other tickets. It’s your choice.",
  staff_reading:
    "Our staff ask to read the messages, notes and files of this case. If you allow it, they can for 72 hours. It’s your choice.",
};
const GIVEN_TEXTS: Record<ConsentKind, string> = {
  record_for_lawyer:
    "You let your lawyer see your date of birth, license, points and other tickets.",
  staff_reading: "You let our staff read the messages, notes and files of this case.",
};

type Props = CaseProps & { now: number };

/** Requests that the driver hasn't answered, and the consents in effect. */
export function Consents(props: Props) {
  const open = props.legalCase.consents.filter(
    ({ state }) => state === "asked" || state === "given",
  );
  return (
    <FocusKeeper className={css.consents}>
      {open.map((consent) => (
        <Consent key={consent.id} {...props} consent={consent} />
      ))}
    </FocusKeeper>
  );
}

function Consent({ consent, now, ...access }: Props & { consent: CaseConsent }) {
  const { kind, state, expiresAt } = consent;
  const isRequested = state === "asked";
  return (
    <div className={isRequested ? css.asked : css.given}>
      <p>
        {isRequested ? REQUEST_TEXTS[kind] : GIVEN_TEXTS[kind]}
        {!isRequested && expiresAt && ` Your permission ends ${formatMoment(expiresAt, now)}.`}
      </p>
      <div className={css.buttons}>
        {isRequested && (
          <AnswerButton {...access} id={consent.id} isAllowed done="Permission Given">
            Allow
          </AnswerButton>
        )}
        <AnswerButton
          {...access}
          id={consent.id}
          isAllowed={false}
          done={isRequested ? "Request Declined" : "Permission Withdrawn"}
        >
          {isRequested ? "Don’t allow" : "Stop allowing"}
        </AnswerButton>
      </div>
    </div>
  );
}

type AnswerProps = CaseProps & { id: number; isAllowed: boolean; done: string; children: string };

/** A button that answers a request, or withdraws a consent. */
function AnswerButton({ id, isAllowed, done, children, ...access }: AnswerProps) {
  const submit = useCaseSubmit(
    {
      ...access,
      onChanged: (next) => {
        access.onChanged(next);
        toast({ title: done });
      },
    },
    () => ({}),
    () => postConsent(access.legalCase.id, id, isAllowed),
  );
  return (
    <SubmitForm submit={submit}>
      <Button type="submit" variant={isAllowed ? "primary" : "secondary"} loading={submit.busy}>
        {children}
      </Button>
    </SubmitForm>
  );
}
