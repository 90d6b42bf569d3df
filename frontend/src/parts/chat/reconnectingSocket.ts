import ReconnectingWebSocket from "partysocket/ws";
import type { ChatPorts } from "./chatPorts";

/**
 * Opens a WebSocket that reconnects automatically, with increasing delays. The first delay is random, so that browsers
 * don't all reconnect at the same time.
 */
export const openReconnectingSocket: ChatPorts["connect"] = ({
  onOpen: open,
  onClose: down,
  onText: text,
}) => {
  const scheme = window.location.protocol === "https:" ? "wss" : "ws";
  const socket = new ReconnectingWebSocket(`${scheme}://${window.location.host}/ws`, [], {
    minReconnectionDelay: 500 + Math.random() * 1000,
    maxReconnectionDelay: 15_000,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: 8000,
    maxEnqueuedMessages: 0,
  });
  const reconnect = () => socket.reconnect();
  socket.addEventListener("open", open);
  socket.addEventListener("close", down);
  socket.addEventListener("message", (event) => text(String(event.data)));
  window.addEventListener("online", reconnect);
  window.addEventListener("offline", down);
  return {
    send: (data) => socket.send(data),
    reconnect: reconnect,
    close() {
      window.removeEventListener("online", reconnect);
      window.removeEventListener("offline", down);
      socket.close();
    },
  };
};
