import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import type { User } from "@/api/types";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { lazyComponent } from "@/ui/lazyComponent";
import css from "./ProfileHeader.module.css";

// Loaded on demand, so that drivers' browsers don't load a select that only staff use.
const DriverSelect = lazyComponent(() => import("./DriverSelect"));

type Props = {
  viewer: User;
  /** Undefined while the user loads, or if the user could not be loaded. */
  user: User | undefined;
  failed: boolean;
};

export function ProfileHeader({ viewer, user, failed }: Props) {
  const admin = viewer.role === "admin";
  return (
    <header className={css.header}>
      <div className={css.row}>
        <h1>Driving Profile</h1>
        {admin && (
          <Link className={buttonClass({ variant: "secondary", compact: true })} to={paths.admin()}>
            <LayoutDashboard size={18} aria-hidden="true" />
            Admin
          </Link>
        )}
      </div>
      {admin && (
        <div className={css.select}>
          <DriverSelect user={user} />
        </div>
      )}
      {!failed && (
        <p className={css.welcome}>
          {user ? `Welcome ${firstName(user)}` : <Skeleton width="9rem" height="1.45em" />}
        </p>
      )}
    </header>
  );
}

const firstName = (user: User) => user.fullName?.trim().split(/\s+/)[0] || user.username;
