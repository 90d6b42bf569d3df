import Link2Off from "lucide-react/icons/link-2-off";
import type { ReactNode } from "react";
import { Notice } from "@/ui/layout/Notice";

type Props = { children: ReactNode; action: ReactNode };

/** Message for a link from an email that is invalid or has expired. */
export function LinkProblem({ children, action }: Props) {
  return (
    <Notice
      isMainHeading
      icon={<Link2Off aria-hidden="true" />}
      title="This link no longer works"
      action={action}
    >
      {children}
    </Notice>
  );
}
