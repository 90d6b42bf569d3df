import type { HelpInquiry } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { LiveChat } from "@/parts/chat/LiveChat";
import { useProfile, useUser } from "@/parts/drivingRecord/useRecords";
import { Facts } from "../queue/view/Facts";
import css from "./inquiries.module.css";
import { isPending } from "./inquiryColumns";
import { SavedReplies } from "./SavedReplies";
import { useMarkAsSeen } from "./useMarkAsSeen";

/** An inquiry's chat, with the driver's record beside it. */
export function ChatWithRecord({ inquiry }: { inquiry: HelpInquiry }) {
  const { user: me } = useSession();
  const { data: driver } = useUser(inquiry.userId);
  const { data: profile } = useProfile({ id: inquiry.userId, viewerId: me?.id ?? null });
  useMarkAsSeen(inquiry);
  return (
    <>
      {inquiry.type === "chat" && me && (
        <div className={css.chat}>
          <LiveChat
            inquiry={inquiry.id}
            viewer={me}
            resolved={!isPending(inquiry)}
            tools={(text, insert) => <SavedReplies text={text} insert={insert} />}
          />
        </div>
      )}
      <section aria-label="The driver’s record">
        <Facts
          facts={[
            { name: "Driving status", value: profile?.status },
            {
              name: "Points",
              value: profile && `${profile.currentPoints} of ${profile.totalPoints}`,
            },
            { name: "License plate", value: driver?.vehicleLicensePlate },
            { name: "State", value: driver?.state },
            { name: "Email", value: driver?.email },
          ]}
        />
      </section>
    </>
  );
}
