import FileDown from "lucide-react/icons/file-down";
import { download } from "@/api/download";
import type { ItemKind } from "@/lib/paths";
import { letterUrl } from "@/parts/itemFiles/calls";
import { DownloadLink } from "@/ui/buttons/DownloadLink";

/** Link that downloads the letter that contests an item, as a PDF. */
export const LetterLink = ({ kind, id }: { kind: ItemKind; id: number }) => (
  <DownloadLink
    href={letterUrl(kind, id)}
    onDownload={download}
    failureText="We couldn’t make the PDF. Please try again."
    icon={<FileDown size={20} aria-hidden="true" />}
    variant="secondary"
    block
  >
    Download letter
  </DownloadLink>
);
