import Ban from "lucide-react/icons/ban";
import { useState } from "react";
import type { BlockedIp } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import { RelativeTime } from "../desk/RelativeTime";
import BlockDialog from "./BlockDialog";
import css from "./security.module.css";
import UnblockDialog from "./UnblockDialog";

type Props = {
  blocks: readonly BlockedIp[];
  /** Called after this user added or removed a block, or tried to remove one that no longer exists. */
  onChange: () => void;
};

/** Lists blocked addresses and when each block ends. */
export function BlockedIps({ blocks, onChange }: Props) {
  const [blocking, setBlocking] = useState(false);
  const [unblocking, setUnblocking] = useState<BlockedIp | null>(null);
  return (
    <div className={css.part}>
      <div className={cx(shapes.spread, css.head)}>
        <h3 className={css.partTitle}>Blocked IPs</h3>
        <Button
          variant="secondary"
          compact
          icon={<Ban size={18} aria-hidden="true" />}
          onClick={() => setBlocking(true)}
        >
          Block an IP address
        </Button>
      </div>
      {blocks.length === 0 ? (
        <p className={css.soft}>No blocked IPs.</p>
      ) : (
        <ul className={css.list}>
          {blocks.map((block) => (
            <li className={css.line} key={block.ip}>
              <span className={css.words}>
                <span className={css.ip}>{block.ip}</span>
                <span className={css.soft}>
                  {block.reason} · blocked <RelativeTime at={block.blockedAt} nowText="just now" />{" "}
                  · ends <RelativeTime at={block.expiresAt} nowText="within a minute" />
                </span>
              </span>
              <Button
                variant="secondary"
                compact
                aria-label={`Unblock ${block.ip}`}
                onClick={() => setUnblocking(block)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      )}
      {blocking && <BlockDialog open onOpenChange={setBlocking} onDone={onChange} />}
      {unblocking && (
        <UnblockDialog
          open
          onOpenChange={() => setUnblocking(null)}
          block={unblocking}
          onDone={onChange}
        />
      )}
    </div>
  );
}
