import { Link2Off } from "lucide-react";
import type { ReactNode } from "react";
import { Notice } from "@/ui/layout/Notice";

type Props = { children: ReactNode; action: ReactNode };

/** A mail's link that is not, or no longer, good. */
export function LinkProblem({ children, action }: Props) {
  return (
    <Notice
      heading
      icon={<Link2Off aria-hidden="true" />}
      title="This link no longer works"
      action={action}
    >
      {children}
    </Notice>
  );
}
