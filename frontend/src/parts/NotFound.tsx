import SignpostBig from "lucide-react/icons/signpost-big";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { homeOf, isLawyer } from "@/parts/accounts/home";
import { useKnownSession } from "@/parts/accounts/useSession";
import { buttonClass } from "@/ui/buttons/Button";
import { Page } from "@/ui/layout/Page";
import css from "./NotFound.module.css";

export function NotFound() {
  useDocumentTitle("404 Page Not Found", true);
  const { user } = useKnownSession();
  return (
    <Page width="narrow" className={css.page}>
      <span className={css.icon}>
        <SignpostBig size={28} aria-hidden="true" />
      </span>
      <h1>404 Page Not Found</h1>
      <p className={css.text}>
        We couldn’t find that page. The address may be mistyped, or the page may have moved.
      </p>
      {user ? (
        <Link className={buttonClass()} to={homeOf(user)}>
          {isLawyer(user) ? "Go to your cases" : "Go to your driving profile"}
        </Link>
      ) : (
        <>
          <Link className={buttonClass()} to={paths.landing()}>
            Home page
          </Link>
          <Link className={buttonClass({ variant: "text" })} to={paths.login()}>
            Log In
          </Link>
        </>
      )}
    </Page>
  );
}
