import Inbox from "lucide-react/icons/inbox";
import type { ReactNode } from "react";
import { Notice } from "./Notice";

type Props = { title: string; icon?: ReactNode; children?: ReactNode; action?: ReactNode };

/** Shown in place of an empty list: says what the list would show and what to do. */
export function EmptyState({ icon = <Inbox aria-hidden="true" />, ...rest }: Props) {
  return <Notice icon={icon} {...rest} />;
}
