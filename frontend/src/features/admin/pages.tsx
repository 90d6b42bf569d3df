import BookOpenCheck from "lucide-react/icons/book-open-check";
import BriefcaseBusiness from "lucide-react/icons/briefcase-business";
import Building2 from "lucide-react/icons/building-2";
import CarFront from "lucide-react/icons/car-front";
import ChartColumn from "lucide-react/icons/chart-column";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import CreditCard from "lucide-react/icons/credit-card";
import FileQuestion from "lucide-react/icons/file-question";
import FileUp from "lucide-react/icons/file-up";
import HandCoins from "lucide-react/icons/hand-coins";
import Headset from "lucide-react/icons/headset";
import IdCard from "lucide-react/icons/id-card";
import Landmark from "lucide-react/icons/landmark";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import MessageSquareReply from "lucide-react/icons/message-square-reply";
import Receipt from "lucide-react/icons/receipt";
import ReceiptText from "lucide-react/icons/receipt-text";
import Scale from "lucide-react/icons/scale";
import ScrollText from "lucide-react/icons/scroll-text";
import SearchX from "lucide-react/icons/search-x";
import Send from "lucide-react/icons/send";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldAlert from "lucide-react/icons/shield-alert";
import UserCog from "lucide-react/icons/user-cog";
import { paths } from "@/lib/paths";
import type { DeskPage } from "./desk/deskPages";
import { deskPaths } from "./desk/deskPaths";
import DriverPage from "./drivingRecord/driver/DriverPage";
import AddedItemsPage from "./drivingRecord/toCheck/AddedItemsPage";
import { FileForReport } from "./FileForReport";
import HomePage from "./HomePage";
import InquiriesPage, { DECLARATION as INQUIRIES } from "./help/InquiriesPage";
import ImportPage from "./imports/ImportPage";
import CitationsPage from "./imports/waiting/CitationsPage";
import HiresPage, { DECLARATION as HIRES } from "./legalHelp/HiresPage";
import LawyersPage from "./legalHelp/lawyers/LawyersPage";
import StatementsPage from "./legalHelp/statements/StatementsPage";
import { DriverNotices } from "./notices/DriverNotices";
import RepliesPage from "./notices/RepliesPage";
import OverviewPage from "./overview/OverviewPage";
import BilledAgainPage from "./payments/billedAgain/BilledAgainPage";
import BooksPage from "./payments/books/BooksPage";
import ChargebacksPage, { DECLARATION as CHARGEBACKS } from "./payments/ChargebacksPage";
import MoneyPage from "./payments/MoneyPage";
import RemittancesPage from "./payments/remittances/RemittancesPage";
import TransactionsPage, { DECLARATION as TRANSACTIONS } from "./payments/TransactionsPage";
import HardshipPage from "./requests/hardship/HardshipPage";
import ReportsPage, { DECLARATION as REPORTS } from "./requests/ReportsPage";
import StatusRequestsPage, { DECLARATION as STATUS_REQUESTS } from "./requests/StatusRequestsPage";
import VehiclesPage, { DECLARATION as VEHICLES } from "./requests/VehiclesPage";
import AuditPage from "./security/AuditPage";
import EventsPage from "./security/EventsPage";
import SourcesPage from "./sources/SourcesPage";
import StaffPage from "./staff/StaffPage";

/** The reports page, with the form of another feature for filing a missing ticket. */
const Reports = () => <ReportsPage File={FileForReport} />;

/** The page of one driver, which isn't in the menu. The driver's notices come from another feature. */
export const Driver = ({ id }: { id: number }) => <DriverPage id={id} Notices={DriverNotices} />;

/** All pages of the back office, in the order of the menu. Addresses that other pages link to are in `deskPaths`. */
export const PAGES: readonly DeskPage[] = [
  {
    to: paths.admin(),
    label: "Tickets & users",
    icon: LayoutDashboard,
    group: "queues",
    Screen: HomePage,
  },
  {
    to: deskPaths.hires(),
    label: "Lawyer hires",
    icon: Scale,
    group: "queues",
    counts: "lawyerHires",
    Screen: HiresPage,
    shows: { kind: "lawyer_hire", list: HIRES },
  },
  {
    to: deskPaths.transactions(),
    label: "Payment transactions",
    icon: CreditCard,
    group: "queues",
    Screen: TransactionsPage,
    shows: { kind: "payment_transaction", list: TRANSACTIONS },
  },
  {
    to: deskPaths.chargebacks(),
    label: "Chargebacks",
    icon: Landmark,
    group: "queues",
    counts: "chargebacks",
    Screen: ChargebacksPage,
    shows: { kind: "chargeback", list: CHARGEBACKS },
  },
  {
    to: deskPaths.missingTickets(),
    label: "Missing tickets",
    icon: SearchX,
    group: "queues",
    counts: "missingTickets",
    Screen: Reports,
    shows: { kind: "missing_ticket_report", list: REPORTS },
  },
  {
    to: deskPaths.vehicleUpdates(),
    label: "Vehicle updates",
    icon: CarFront,
    group: "queues",
    counts: "vehicleUpdates",
    Screen: VehiclesPage,
    shows: { kind: "user", list: VEHICLES },
  },
  {
    to: deskPaths.statusRequests(),
    label: "License status requests",
    icon: IdCard,
    group: "queues",
    counts: "statusRequests",
    Screen: StatusRequestsPage,
    shows: { kind: "user", list: STATUS_REQUESTS },
  },
  {
    to: deskPaths.helpInquiries(),
    label: "Help inquiries",
    icon: Headset,
    group: "queues",
    counts: "helpInquiries",
    Screen: InquiriesPage,
    shows: { kind: "help_inquiry", list: INQUIRIES },
  },
  {
    to: deskPaths.addedItems(),
    label: "Driver-added tickets",
    icon: ClipboardCheck,
    group: "queues",
    counts: "addedItems",
    Screen: AddedItemsPage,
  },
  {
    to: deskPaths.hardship(),
    label: "Hardship requests",
    icon: HandCoins,
    group: "queues",
    counts: "hardshipRequests",
    Screen: HardshipPage,
  },
  {
    to: deskPaths.replies(),
    label: "Replies to texts",
    icon: MessageSquareReply,
    group: "queues",
    counts: "textReplies",
    Screen: RepliesPage,
  },
  {
    to: deskPaths.overview(),
    label: "Overview",
    icon: ChartColumn,
    group: "house",
    Screen: OverviewPage,
  },
  {
    to: deskPaths.lawyers(),
    label: "Lawyers",
    icon: BriefcaseBusiness,
    group: "house",
    Screen: LawyersPage,
  },
  {
    to: deskPaths.statements(),
    label: "Lawyer billing",
    icon: ReceiptText,
    group: "house",
    Screen: StatementsPage,
  },
  {
    to: deskPaths.money(),
    label: "Payment problems",
    icon: CircleDollarSign,
    group: "house",
    Screen: MoneyPage,
  },
  {
    to: deskPaths.books(),
    label: "Accounting",
    icon: BookOpenCheck,
    group: "house",
    Screen: BooksPage,
  },
  {
    to: deskPaths.remittances(),
    label: "Outgoing payments",
    icon: Send,
    group: "house",
    Screen: RemittancesPage,
  },
  {
    to: deskPaths.billedAgain(),
    label: "Bills for paid items",
    icon: Receipt,
    group: "house",
    Screen: BilledAgainPage,
  },
  { to: deskPaths.security(), label: "Security Dashboard", icon: ShieldCheck, group: "house" },
  {
    to: deskPaths.events(),
    label: "Security events",
    icon: ShieldAlert,
    group: "house",
    Screen: EventsPage,
  },
  {
    to: deskPaths.audit(),
    label: "Audit trail",
    icon: ScrollText,
    group: "house",
    Screen: AuditPage,
  },
  {
    to: deskPaths.import(),
    label: "Import citations",
    icon: FileUp,
    group: "house",
    Screen: ImportPage,
  },
  {
    to: deskPaths.citations(),
    label: "Unmatched citations",
    icon: FileQuestion,
    group: "house",
    counts: "citations",
    Screen: CitationsPage,
  },
  {
    to: "/admin/sources",
    label: "Citation sources",
    icon: Building2,
    group: "house",
    Screen: SourcesPage,
  },
  { to: "/admin/staff", label: "Staff", icon: UserCog, group: "house", Screen: StaffPage },
];
