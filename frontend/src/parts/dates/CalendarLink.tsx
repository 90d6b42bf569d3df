import CalendarPlus from "lucide-react/icons/calendar-plus";
import { download } from "@/api/download";
import { files, type ItemKind } from "@/lib/paths";
import { DownloadLink } from "@/ui/buttons/DownloadLink";

type Props = { kind: ItemKind; id: number; block?: boolean; compact?: boolean };

/** Link that downloads the calendar entry of an item's due date or court date. */
export const CalendarLink = ({ kind, id, ...style }: Props) => (
  <DownloadLink
    href={files.calendar(kind, id)}
    onDownload={download}
    failureText="We couldn’t download the calendar entry. Please try again."
    icon={<CalendarPlus size={20} aria-hidden="true" />}
    variant="secondary"
    {...style}
  >
    Add to calendar
  </DownloadLink>
);
