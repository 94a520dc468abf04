/** Any message through an encrypted SSH connection: ssh2's client writes only good ones, so its inside is used. */
import type ssh2 from 'ssh2';

interface Protocol {
  readonly _packetRW: {
    readonly write: { readonly allocStart: number; alloc(length: number): Buffer; finalize(packet: Buffer): Buffer };
  };
  readonly _cipher: { encrypt(packet: Buffer): void };
}

/** @param payload message number and content, to be put in a packet and encrypted; nothing is sent once the connection is gone */
export function sendPayload(client: ssh2.Client, payload: Buffer): void {
  const protocol: unknown = '_protocol' in client ? client._protocol : undefined;
  if (!isProtocol(protocol) || payload.length === 0) return;
  const { write } = protocol._packetRW;
  const packet = write.alloc(payload.length);
  payload.copy(packet, write.allocStart);
  protocol._cipher.encrypt(write.finalize(packet));
}

function isProtocol(value: unknown): value is Protocol {
  return typeof value === 'object' && value !== null && '_packetRW' in value && '_cipher' in value;
}
