/**
 * What every first screen needs, in one chunk and one style. The build has each late module import it, and adds the
 * style of all of ui/ (scripts/one-core.mjs). Nothing here may lead to ./screens: a screen's style is its own.
 */
import "@/ui/tokens.css";
import "@/ui/base.css";
import "./ErrorBoundary";
import "./RequireSession";
import "./Shell";
import "@/api/auth";
import "@/lib/dates";
import "@/lib/fine";
import "@/ui/Alert";
import "@/ui/Card";
import "@/ui/Chip";
import "@/ui/EmptyState";
import "@/ui/ErrorState";
import "@/ui/Field";
import "@/ui/LateDialog";
import "@/ui/ProgressBar";
