import CalendarCheck from "lucide-react/icons/calendar-check";
import ChevronDown from "lucide-react/icons/chevron-down";
import Lock from "lucide-react/icons/lock";
import Scale from "lucide-react/icons/scale";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { CLAIMS, LAWYER_SHARE } from "@/parts/legalHelp/claims";
import { Preview } from "@/parts/Preview";
import { buttonClass } from "@/ui/buttons/Button";
import { Page } from "@/ui/layout/Page";
import css from "./LandingPage.module.css";

const STEPS = [
  ["Sign up", "Five short steps. You can add your vehicle and phone later."],
  [
    "See where you stand",
    "Status, points, tickets, parking and tolls, with the next due date first.",
  ],
  ["Take care of it", `Pay by card, or hire a lawyer for ${LAWYER_SHARE.share} the fine.`],
] as const;

const QUESTIONS = [
  [
    "What does Lanewise cost?",
    `Paying a ticket costs the fine and nothing on top. A lawyer costs ${LAWYER_SHARE.share} the fine. If your lawyer doesn’t win, you still owe the fine.`,
  ],
  [
    "When is my record ready?",
    "After you sign up, your profile shows the date. Later changes show up within 3-5 business days.",
  ],
  [
    "Does paying a ticket mean I plead guilty?",
    "If you pay a ticket, you are agreeing to a plea of guilt. You’ll see that and your other options before you pay.",
  ],
  [
    "Can I change my mind about a lawyer?",
    `Yes: ${CLAIMS.cancellation}. You can cancel on your own under Legal help.`,
  ],
  [
    "Who sees my data?",
    "You and our staff. A lawyer sees what they need for your case, and the rest of your record only if you allow it. Card numbers go only to the payment provider. We erase the last digits of your social security number once your status is updated.",
  ],
] as const;

export default function LandingPage() {
  useDocumentTitle("Lanewise: your tickets, handled", true);
  return (
    <Page className={css.page}>
      <div className={css.hero}>
        <div className={css.pitch}>
          <h1 className={css.headline}>
            Know where your driving record stands. Take care of tickets in minutes.
          </h1>
          <p className={css.tagline}>
            Manage your driving profile, track tickets, and get legal help when you need it.
          </p>
          <div className={css.actions}>
            <Link className={buttonClass()} to={paths.signup()}>
              Sign Up
            </Link>
            <Link className={buttonClass({ variant: "secondary" })} to={paths.login()}>
              Log In
            </Link>
          </div>
          <p className={css.hint}>Already managing tickets? Log in to view your profile.</p>
          <ul className={css.features}>
            <li className={css.feature}>
              <Lock aria-hidden="true" />
              <div>
                <h2>Secure profile management</h2>
                <p>
                  Your record, points and due dates in one place. Only you, our staff, and a lawyer
                  you allow can open it.
                </p>
              </div>
            </li>
            <li className={css.feature}>
              <Scale aria-hidden="true" />
              <div>
                <h2>Expert legal assistance</h2>
                <p>{`Pay a ticket, or hire a lawyer to fight it. The lawyer costs ${LAWYER_SHARE.share} the fine.`}</p>
              </div>
            </li>
          </ul>
        </div>
        <Preview />
      </div>
      <section className={css.part} aria-labelledby="how">
        <h2 id="how">How it works</h2>
        <ol className={css.steps}>
          {STEPS.map(([title, text]) => (
            <li key={title} className={css.step}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={css.price} aria-labelledby="price">
        <div>
          <h2 id="price">{`A lawyer for ${LAWYER_SHARE.share} the fine`}</h2>
          <p>
            {`A lawyer for a ${LAWYER_SHARE.ofFine} ticket costs ${LAWYER_SHARE.costs}. That’s the full price for the lawyer. Fines and court costs are separate.`}
          </p>
        </div>
        <ul className={css.claims}>
          <li>
            <CalendarCheck size={20} aria-hidden="true" />
            {CLAIMS.cancellation}
          </li>
        </ul>
      </section>
      <section className={css.part} aria-labelledby="questions">
        <h2 id="questions">Questions and answers</h2>
        <div className={css.questions}>
          {QUESTIONS.map(([question, answer]) => (
            <details key={question} className={css.question}>
              <summary>
                {question}
                <ChevronDown size={20} aria-hidden="true" />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </Page>
  );
}
