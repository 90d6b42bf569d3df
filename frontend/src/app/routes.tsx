import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Route, Routes, useSearchParams } from "react-router-dom";
import { NotFoundPage } from "./NotFoundPage";
import { RequireSession } from "./RequireSession";
import { ScreenLoading } from "./ScreenLoading";
import { useScreenFocus } from "./useScreenFocus";

const Landing = lazy(() => import("@/features/landing/LandingPage"));
const Signup = lazy(() => import("@/features/signup/SignupPage"));
const Login = lazy(() => import("@/features/login/LoginPage"));
const Profile = lazy(() => import("@/features/profile/ProfilePage"));
const Payment = lazy(() => import("@/features/payment/PaymentPage"));
const Confirmation = lazy(() => import("@/features/confirmation/ConfirmationPage"));
const Admin = lazy(() => import("@/features/admin/AdminPage"));

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Root />} />
      <Route path="/signup" element={<Screen of={Signup} />} />
      <Route path="/login" element={<Screen of={Login} />} />
      <Route path="/driving-profile" element={<Guarded of={Profile} />} />
      <Route path="/profile" element={<Guarded of={Profile} />} />
      <Route path="/payment" element={<Guarded of={Payment} />} />
      <Route path="/confirmation" element={<Guarded of={Confirmation} />} />
      <Route path="/admin/*" element={<Guarded of={Admin} />} />
      <Route path="*" element={<Screen of={NotFoundPage} />} />
    </Routes>
  );
}

/** The driving profile if a user query parameter is present, otherwise the landing page. */
function Root() {
  const [query] = useSearchParams();
  return query.has("user") ? <Guarded of={Profile} /> : <Screen of={Landing} />;
}

function Guarded({ of }: { of: ComponentType }) {
  return (
    <RequireSession>
      <Screen of={of} />
    </RequireSession>
  );
}

function Screen({ of: Content }: { of: ComponentType }) {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Arrived>
        <Content />
      </Arrived>
    </Suspense>
  );
}

/** Inside the boundary, so that it acts once the screen's code is there. */
function Arrived({ children }: { children: ReactNode }) {
  useScreenFocus();
  return children;
}
