/**
 * Modules and styles that initial screens share. They are part of the entry's script, so that no screen needs
 * additional scripts for them (scripts/entry-first.mjs). The entry imports this module first: the styles of ui/, except
 * ui/desk, then come before all others.
 */
import "@/ui/tokens.css";
import "@/ui/base.css";
import "@/ui/feedback/Alert.module.css";
import "@/ui/layout/Brand.module.css";
import "@/ui/buttons/Button.module.css";
import "@/ui/buttons/iconButton.module.css";
import "@/ui/layout/Card.module.css";
import "@/ui/forms/Checkbox.module.css";
import "@/ui/feedback/Chip.module.css";
import "@/ui/forms/Combobox.module.css";
import "@/ui/layout/DelayedControls.module.css";
import "@/ui/overlays/Dialog.module.css";
import "@/ui/buttons/DownloadLink.module.css";
import "@/ui/forms/Field.module.css";
import "@/ui/FocusKeeper.module.css";
import "@/ui/overlays/FullScreen.module.css";
import "@/ui/layout/Notice.module.css";
import "@/ui/layout/Page.module.css";
import "@/ui/Portrait.module.css";
import "@/ui/feedback/ProgressBar.module.css";
import "@/ui/feedback/Skeleton.module.css";
import "@/ui/feedback/Spinner.module.css";
import "@/ui/layout/TestModeBand.module.css";
import "@/ui/overlays/Toaster.module.css";
import "@/ui/overlays/Tooltip.module.css";
import "@/ui/layout/shapes.module.css";
import "@/parts/accounts/auth";
import "@/lib/dates";
import "@/lib/loadStyle";
import "@/lib/money";
import "@/lib/title";
import "@/lib/labels";
import "@/parts/BackLink";
import "@/parts/dates/dueDate";
import "@/parts/legalHelp/claims";
import "@/parts/legalHelp/legalHelp";
import "@/parts/FailureNotice";
import "@/parts/chat/followedChat";
import "@/parts/drivingRecord/clearItems";
import "@/parts/drivingRecord/dispute";
import "@/parts/drivingRecord/itemIcon";
import "@/parts/drivingRecord/notPayable";
import "@/parts/drivingRecord/standing";
import "@/parts/drivingRecord/ticketCards";
import "@/parts/drivingRecord/useRecords";
import "@/ui/focusHeading";
import "@/ui/feedback/Alert";
import "@/ui/layout/Card";
import "@/ui/feedback/Chip";
import "@/ui/layout/EmptyState";
import "@/ui/layout/ErrorState";
import "@/ui/forms/Field";
import "@/ui/overlays/LazyDialog";
import "@/ui/feedback/ProgressBar";

// Icons that several initial screens show. They are exported, because the build drops imports that are not used.
export { default as ArrowLeft } from "lucide-react/icons/arrow-left";
export { default as CalendarCheck } from "lucide-react/icons/calendar-check";
export { default as ChevronDown } from "lucide-react/icons/chevron-down";
export { default as ChevronUp } from "lucide-react/icons/chevron-up";
export { default as CircleCheck } from "lucide-react/icons/circle-check";
export { default as LayoutDashboard } from "lucide-react/icons/layout-dashboard";
export { default as Lock } from "lucide-react/icons/lock";
export { default as LogOut } from "lucide-react/icons/log-out";
export { default as ShieldCheck } from "lucide-react/icons/shield-check";
