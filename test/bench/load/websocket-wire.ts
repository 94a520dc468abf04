/** WebSocket frames (RFC 6455 §5.2) as a client reads and answers them by hand. */

export type Opcode = 'text' | 'close' | 'ping' | 'other';

export interface Frame {
  readonly opcode: Opcode;
  readonly payload: Buffer;
}

const OPCODES: Readonly<Record<number, Opcode>> = { 1: 'text', 8: 'close', 9: 'ping' };
const NONE = Buffer.alloc(0);

/** Takes frames out of what a connection receives. */
export class WebSocketFrames {
  /** Empty while no frame is incomplete, so that a silent connection holds nothing. */
  #rest: Buffer = NONE;

  *take(bytes: Buffer): Generator<Frame, void, void> {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (let frame = frameAt(all, at); frame; frame = frameAt(all, at)) {
      yield { opcode: OPCODES[(all[at] ?? 0) & 0x0f] ?? 'other', payload: all.subarray(frame.begin, frame.end) };
      at = frame.end;
    }
    this.#rest = at === all.length ? NONE : Buffer.from(all.subarray(at));
  }
}

/** Returns where the payload of the frame stands that begins at `at`; undefined while it is incomplete. A server masks nothing. */
function frameAt(bytes: Buffer, at: number): { readonly begin: number; readonly end: number } | undefined {
  if (bytes.length < at + 2) return undefined;
  const length = (bytes[at + 1] ?? 0) & 0x7f;
  const begin = at + 2 + (length === 126 ? 2 : length === 127 ? 8 : 0);
  if (bytes.length < begin) return undefined;
  const octets =
    length === 126 ? bytes.readUInt16BE(at + 2) : length === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : length;
  return bytes.length < begin + octets ? undefined : { begin, end: begin + octets };
}

/** Returns the pong that answers a ping. The mask is nought, which leaves the payload as it is. */
export function pongTo(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x8a, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
