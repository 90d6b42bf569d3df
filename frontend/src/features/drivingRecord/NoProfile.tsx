import UserRoundX from "lucide-react/icons/user-round-x";
import { ApiError } from "@/api/client";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { buttonClass } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import type { DriverRecord } from "./useRecord";

/** Shown instead of a profile that belongs to another driver, doesn't exist, or couldn't be loaded. */
export default function NoProfile({ record }: { record: DriverRecord }) {
  const status = record.failure instanceof ApiError ? record.failure.status : 0;
  if (status !== 403 && status !== 404) {
    return (
      <Card>
        <FailureNotice
          error={record.failure}
          mutate={record.retry}
          isValidating={record.retrying}
        />
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={<UserRoundX aria-hidden="true" />}
        title={status === 403 ? "This is someone else’s profile" : "We couldn’t find that driver"}
        action={
          <Link className={buttonClass()} to={paths.profile()}>
            Go to your profile
          </Link>
        }
      >
        {status === 403
          ? "Only the driver and our staff can open this profile. You can go to your own profile."
          : "The link may be old, or a digit may be missing."}
      </EmptyState>
    </Card>
  );
}
