/**
 * The code that every initial screen needs, in one chunk with one stylesheet. The build makes each
 * lazily loaded module import this module, and adds all styles of ui/ to it
 * (scripts/one-core.mjs). Don't import ./screens here: each screen has its own style.
 */
import "react-dom";
import "@/ui/tokens.css";
import "@/ui/base.css";
import "./ErrorBoundary";
import "./RequireSession";
import "./shell/Shell";
import "@/parts/accounts/auth";
import "@/lib/dates";
import "@/lib/loadStyle";
import "@/lib/money";
import "@/lib/title";
import "@/lib/labels";
import "@/parts/legalHelp/claims";
import "@/parts/FailureNotice";
import "@/parts/drivingRecord/itemIcon";
import "@/parts/drivingRecord/notPayable";
import "@/parts/drivingRecord/ticketCards";
import "@/parts/drivingRecord/useRecords";
import "@/ui/feedback/Alert";
import "@/ui/layout/Card";
import "@/ui/feedback/Chip";
import "@/ui/layout/EmptyState";
import "@/ui/layout/ErrorState";
import "@/ui/forms/Field";
import "@/ui/overlays/LazyDialog";
import "@/ui/feedback/ProgressBar";
