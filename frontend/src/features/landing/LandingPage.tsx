import { Scale, ShieldCheck } from "lucide-react";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { buttonClass } from "@/ui/buttons/Button";
import { Page } from "@/ui/layout/Page";
import css from "./LandingPage.module.css";
import { Preview } from "./Preview";

export default function LandingPage() {
  useDocumentTitle("Lanewise: your tickets, handled", true);
  return (
    <Page className={css.page}>
      <div className={css.pitch}>
        <h1 className={css.headline}>Know where you stand. Take care of it in minutes.</h1>
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
            <ShieldCheck aria-hidden="true" />
            <div>
              <h2>Secure profile management</h2>
              <p>Your record, points and due dates in one place that only you can open.</p>
            </div>
          </li>
          <li className={css.feature}>
            <Scale aria-hidden="true" />
            <div>
              <h2>Expert legal assistance</h2>
              <p>Pay a ticket, or have a lawyer fight it for half the cost.</p>
            </div>
          </li>
        </ul>
      </div>
      <Preview />
    </Page>
  );
}
