import CloudOff from "lucide-react/icons/cloud-off";
import type { ReactNode } from "react";
import { Button } from "@/ui/buttons/Button";
import { Notice } from "./Notice";

type Props = {
  icon?: ReactNode;
  title: string;
  /** What happened and what to do. It must be true for every error that can lead here. */
  children: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
};

/** An error message with an optional Try again button. */
export function ErrorState({
  icon = <CloudOff aria-hidden="true" />,
  title,
  children,
  onRetry,
  retrying,
}: Props) {
  return (
    <div role="alert">
      <Notice
        icon={icon}
        title={title}
        action={
          onRetry && (
            <Button variant="secondary" onClick={onRetry} loading={retrying}>
              Try again
            </Button>
          )
        }
      >
        {children}
      </Notice>
    </div>
  );
}
