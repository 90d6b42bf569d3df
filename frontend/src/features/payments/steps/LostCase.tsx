import { useSession } from "@/parts/accounts/useSession";
import { useConfig } from "@/parts/config/useConfig";
import { describeLostCase } from "@/parts/legalHelp/claims";
import { legalHelpRuleFor } from "@/parts/legalHelp/legalHelp";
import css from "../SendDeadline.module.css";

type Props = { courtState: string | null | undefined };

/**
 * Says which amount the driver gets back, and which amount they still owe, if the lawyer loses the
 * case.
 */
export function LostCase({ courtState }: Props) {
  const { user } = useSession();
  const { data: config } = useConfig();
  const { guaranteeShown } = legalHelpRuleFor(config?.legalHelp ?? [], courtState ?? user?.state);
  return <p className={css.line}>{config && describeLostCase(guaranteeShown)}</p>;
}
