import { FileDown } from "lucide-react";
import { download } from "@/api/download";
import { formatDate } from "@/lib/dates";
import type { ItemKind } from "@/lib/paths";
import { letterUrl } from "@/parts/itemFiles/calls";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import css from "./forms.module.css";
import type { ItemRecord } from "./itemCalls";

/** Shows staff that the driver sent a letter that contests the item, and downloads it. */
export function SentLetter({ kind, record }: { kind: ItemKind; record: ItemRecord }) {
  if (!record.letterSentOn) return null;
  return (
    <section className={css.letter} aria-label="The driver’s letter">
      <p className={css.owner}>Letter sent on {formatDate(record.letterSentOn)}</p>
      <DownloadLink
        href={letterUrl(kind, record.id)}
        onDownload={download}
        failureText="We couldn’t make the PDF. Please try again."
        icon={<FileDown size={20} aria-hidden="true" />}
        variant="secondary"
        block
      >
        Download letter
      </DownloadLink>
    </section>
  );
}
