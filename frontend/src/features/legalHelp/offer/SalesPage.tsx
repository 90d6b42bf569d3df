import BadgeCheck from "lucide-react/icons/badge-check";
import CalendarCheck from "lucide-react/icons/calendar-check";
import CircleCheck from "lucide-react/icons/circle-check";
import Phone from "lucide-react/icons/phone";
import ShieldCheck from "lucide-react/icons/shield-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import type { Ticket } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { centsOf, formatFine, formatCents } from "@/lib/money";
import { displayPhone, telHref } from "@/lib/phone";
import { pointsText } from "@/lib/labels";
import { thingsToKnow } from "@/parts/drivingRecord/thingsToKnow";
import { isParkingViolation } from "@/parts/drivingRecord/ticketCards";
import { AvailabilityLines } from "@/parts/legalHelp/cases/AvailabilityLines";
import { CLAIMS, describeLostCase } from "@/parts/legalHelp/claims";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import { FullScreen } from "@/ui/overlays/FullScreen";
import { MeasuredShare } from "./MeasuredShare";
import type { OfferProps } from "./offerProps";
import css from "./SalesPage.module.css";

const INCLUDED_SERVICES = [
  ["Legal representation", "A licensed lawyer takes your case and represents you."],
  ["Continuous updates", "You’ll hear from us at every step, from start to finish."],
  ["Transparent pricing", "One fixed price. No extra charges later."],
  ["Complete case management", "Paperwork, deadlines and court dates are handled for you."],
] as const;

/** The full-page offer: the ticket, the price, the included services, and a comparison with just paying. */
export function SalesPage(props: OfferProps) {
  const { ticket, hasGuarantee, showsClaims, availability, supportPhone, onClose, onContinue } =
    props;
  const fine = formatFine(ticket);
  const price = formatCents(centsOf(ticket.lawyerPrice));
  const parking = isParkingViolation(ticket);
  return (
    <FullScreen
      onClose={onClose}
      title={parking ? "Fight Your Parking Ticket Today!" : "Fight Your Ticket Today!"}
      footer={
        <>
          <p className={css.total}>
            <span className={css.totalName}>Total</span>
            <strong>{price}</strong>
            <span className={css.hurry}>Quote could increase soon</span>
          </p>
          <Button className={css.go} onClick={onContinue}>
            Continue
          </Button>
        </>
      }
    >
      <div className={css.columns}>
        <section className={css.hero}>
          <p className={css.price}>
            <strong>{price}</strong>
            <span>is the full price for the lawyer. Fines and court costs are separate.</span>
          </p>
          {hasGuarantee && showsClaims ? (
            <p className={css.guarantee}>
              <ShieldCheck size={28} aria-hidden="true" />
              <span>
                <strong>{CLAIMS.guarantee}</strong>
                {describeLostCase(hasGuarantee)}
              </span>
            </p>
          ) : (
            <p className={css.lost}>{describeLostCase(hasGuarantee)}</p>
          )}
          <AvailabilityLines ticketId={ticket.id} availability={availability} />
        </section>
        <div className={css.details}>
          <TicketFacts ticket={ticket} fine={fine} />
          {parking && (
            <p className={css.warning}>
              <TriangleAlert size={22} aria-hidden="true" />
              Unpaid parking tickets can lead to towing, impound, booting or registration
              suspension.
            </p>
          )}
          <Part title="What is included">
            <ul className={css.included}>
              {INCLUDED_SERVICES.map(([name, description]) => (
                <li key={name}>
                  <CircleCheck size={20} aria-hidden="true" />
                  <span>
                    <strong>{name}</strong>
                    {description}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
          <WhyFight ticket={ticket} fine={fine} />
          <Part title="Flexible terms" icon={<CalendarCheck size={20} aria-hidden="true" />}>
            <p>{CLAIMS.cancellation}. You can cancel on your own under Legal help.</p>
          </Part>
          {showsClaims && (
            <Part title="Proven results" icon={<BadgeCheck size={20} aria-hidden="true" />}>
              <p>{CLAIMS.successPage}</p>
              <MeasuredShare availability={availability} />
            </Part>
          )}
          <a
            className={buttonClass({ variant: "secondary", block: true })}
            href={telHref(supportPhone)}
          >
            <span className={css.call}>
              <Phone size={18} aria-hidden="true" />
              <span>
                Questions? Call us <span className={css.number}>{displayPhone(supportPhone)}</span>
              </span>
            </span>
          </a>
        </div>
      </div>
    </FullScreen>
  );
}

function Part(props: { title: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <section className={cx(shapes.surface, css.part)}>
      <h3>
        {props.icon}
        {props.title}
      </h3>
      {props.children}
    </section>
  );
}

function TicketFacts({ ticket, fine }: { ticket: Ticket; fine: string }) {
  const facts = [
    ["Violation", ticket.violationType],
    ["Date", formatDate(ticket.date)],
    ["Location", ticket.location],
    ["Points", ticket.points > 0 ? String(ticket.points) : ""],
    ["Fine amount", fine],
  ].filter(([, value]) => value);
  return (
    <section className={cx(shapes.surface, css.part)}>
      <h3>Your ticket</h3>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function WhyFight({ ticket, fine }: { ticket: Ticket; fine: string }) {
  const facts = thingsToKnow(ticket);
  return (
    <>
      <Part title="Why fight">
        <p>
          If you pay the {fine} fine, you give up your right to contest the ticket
          {ticket.points > 0 && `, and you can get ${pointsText(ticket.points)} on your license`}.
        </p>
        {ticket.consequence && <p className={css.consequence}>{ticket.consequence}</p>}
      </Part>
      {facts.length > 0 && (
        <Part title="Things to know">
          <ul className={css.know}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}
