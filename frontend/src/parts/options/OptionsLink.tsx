import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";

export const OptionsLink = ({ id }: { id: number }) => (
  <Link
    className={buttonClass({ variant: "text", compact: true })}
    to={paths.options({ type: "ticket", id })}
  >
    See all options
  </Link>
);
