import ReconnectingWebSocket from "partysocket/ws";
import type { ChatPorts } from "./chatPorts";

/** Opens a WebSocket that reconnects by itself, with increasing delays that vary at random between browsers. */
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
