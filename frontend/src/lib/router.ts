/** The few parts of the router that features may use; only this file and app/ import it. */
export {
  Link,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from "react-router-dom";
