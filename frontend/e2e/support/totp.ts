import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/** Decodes a secret from Base32, in which apps take it. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret.replace(/\s/g, "")]
    .map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * Returns an authenticator app's code for this secret (RFC 6238), `ahead` steps from now. The server accepts each code
 * only once.
 */
export function codeOf(secret: string, ahead = 0): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead));
  const hash = createHmac("sha1", bytesOf(secret)).update(step).digest();
  const at = hash.readUInt8(hash.length - 1) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
