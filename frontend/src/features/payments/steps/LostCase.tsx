import { useSession } from "@/parts/accounts/useSession";
import { useConfig } from "@/parts/config/useConfig";
import { describeLostCase } from "@/parts/legalHelp/claims";
import { legalHelpRuleFor } from "@/parts/legalHelp/legalHelp";
import css from "../SendDeadline.module.css";

type Props = { courtState: string | null | undefined };

/** Says what a lost case costs the driver. With the guarantee, the lawyer's price is refunded. */
export function LostCase({ courtState }: Props) {
  const { user } = useSession();
  const { data: config } = useConfig();
  const { guaranteeShown } = legalHelpRuleFor(config?.legalHelp ?? [], courtState ?? user?.state);
  return <p className={css.line}>{config && describeLostCase(guaranteeShown)}</p>;
}
