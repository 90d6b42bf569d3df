import { SignpostBig } from "lucide-react";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { buttonClass } from "@/ui/buttons/Button";
import { Page } from "@/ui/layout/Page";
import css from "./NotFound.module.css";

/** Any address where nothing is. */
export function NotFound() {
  useDocumentTitle("404 Page Not Found", true);
  return (
    <Page width="narrow" className={css.page}>
      <span className={css.icon}>
        <SignpostBig size={28} aria-hidden="true" />
      </span>
      <h1 className={css.title}>404 Page Not Found</h1>
      <p className={css.text}>
        There is nothing at this address. It may have been mistyped, or the page may have moved.
      </p>
      <Link className={buttonClass()} to={paths.profile()}>
        Go to your driving profile
      </Link>
      <Link className={buttonClass({ variant: "text" })} to={paths.landing()}>
        Start page
      </Link>
    </Page>
  );
}
