import { type ComponentType, type ReactNode, Suspense } from "react";
import { Route, Routes, useSearchParams } from "react-router-dom";
import { ForVisitors } from "./ForVisitors";
import { RequireSession } from "./RequireSession";
import { ScreenLoading } from "./ScreenLoading";
import {
  Account,
  Admin,
  Confirmation,
  ConfirmEmail,
  Due,
  ForgotPassword,
  History,
  Invitation,
  Landing,
  LegalHelp,
  Login,
  NotFound,
  Payment,
  Profile,
  ResetPassword,
  Signup,
} from "./screens";
import { useScreenFocus } from "./useScreenFocus";

/** One boundary around all routes: a navigation keeps the old screen until the new one is there. */
export function AppRoutes() {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Routes>
        <Route path="/" element={<Root />} />
        <Route
          path="/signup"
          element={
            <ForVisitors>
              <Screen of={Signup} />
            </ForVisitors>
          }
        />
        <Route
          path="/login"
          element={
            <ForVisitors>
              <Screen of={Login} />
            </ForVisitors>
          }
        />
        <Route path="/forgot-password" element={<Screen of={ForgotPassword} />} />
        <Route path="/reset-password" element={<Screen of={ResetPassword} />} />
        <Route path="/confirm-email" element={<Screen of={ConfirmEmail} />} />
        <Route path="/invitation" element={<Screen of={Invitation} />} />
        <Route path="/driving-profile" element={<Guarded of={Profile} />} />
        <Route path="/profile" element={<Guarded of={Profile} />} />
        <Route path="/payment" element={<Guarded of={Payment} />} />
        <Route path="/confirmation" element={<Guarded of={Confirmation} />} />
        <Route path="/due" element={<Guarded of={Due} />} />
        <Route path="/payments" element={<Guarded of={History} />} />
        <Route path="/legal-help" element={<Guarded of={LegalHelp} />} />
        <Route path="/account" element={<Guarded of={Account} />} />
        <Route path="/admin/*" element={<Guarded of={Admin} />} />
        <Route path="*" element={<Screen of={NotFound} />} />
      </Routes>
    </Suspense>
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
    <Arrived>
      <Content />
    </Arrived>
  );
}

/** Beside the screen in the tree, so that it acts once the screen's code is there. */
function Arrived({ children }: { children: ReactNode }) {
  useScreenFocus();
  return children;
}
