import SignpostBig from "lucide-react/icons/signpost-big";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Desk } from "./desk/Desk";

/** Screen for unknown addresses below `/admin`, with the navigation rail. */
export function NothingHere() {
  return (
    <Desk title="404 Page Not Found" isTitleBare>
      <EmptyState
        icon={<SignpostBig aria-hidden="true" />}
        title="We couldn’t find that page"
        action={
          <Link className={buttonClass()} to={paths.admin()}>
            Go to the back office
          </Link>
        }
      >
        The address may be mistyped, or the page may have moved.
      </EmptyState>
    </Desk>
  );
}
