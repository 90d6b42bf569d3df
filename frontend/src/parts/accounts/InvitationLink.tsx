import { CopyButton } from "@/ui/buttons/CopyButton";
import css from "./InvitationLink.module.css";

/** The link of an invitation, for a server that can't send email. */
export const InvitationLink = ({ link }: { link: string }) => (
  <div className={css.body}>
    <p>
      This server can’t send email, so send this link yourself. It works once, expires in 3 days,
      and won’t be shown again.
    </p>
    <p className={css.link}>{link}</p>
    <CopyButton
      text={link}
      failureText="Your browser blocked copying. Select the link and copy it."
    >
      Copy link
    </CopyButton>
  </div>
);
