/** A node with tight limits, good requests that must still be answered, and sockets to send anything through. */
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const HOSTED = fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url));

/** Milliseconds, and bytes. */
export const SOON = 300;
/** A login takes a password check, which is slow on purpose, also on a busy machine. */
const LOGIN_GRACE = 2_500;
export const MESSAGE_LIMIT = 256 * 1024;

export interface BadInputRig {
  readonly node: TestNode;
  /** Asks a good question through a session of long standing, a fresh one, and HTTPS. @throws when one is not answered as ever */
  answers(o?: { readonly fresh: boolean }): Promise<void>;
  stop(): Promise<void>;
}

export async function startBadInputNode(): Promise<BadInputRig> {
  const node = await startTestNode({
    agents: [HOSTED],
    limits: {
      ssh: { loginGrace: LOGIN_GRACE },
      session: { messageBytes: MESSAGE_LIMIT, helloTimeout: 3 * SOON },
      restconf: { bodySize: MESSAGE_LIMIT, headersTime: SOON, requestTime: 2 * SOON, idleTime: SOON, stallTime: SOON },
    },
  });
  const session = await RawNetconf.open(node);
  const https = new Https(node);
  return {
    node,
    answers: async ({ fresh: alsoFresh } = { fresh: true }) => {
      const filter = '<agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><agent><id/></agent></agents>';
      const get = `<get><filter type="subtree">${filter}</filter></get>`;
      expect(await session.ask(get)).toContain('<id>ip-fault</id>');
      if (alsoFresh) {
        const fresh = await RawNetconf.open(node);
        expect(await fresh.ask(get)).toContain('<id>ip-fault</id>');
        fresh.close();
      }
      const { status, body } = await https.send('GET', '/restconf/data/yangent-agents:agents/agent=ip-fault/id', {
        headers: { connection: 'close' },
      });
      expect({ status, body }).toEqual({ status: 200, body: '{"yangent-agents:id":"ip-fault"}' });
    },
    stop: async () => {
      https.close();
      session.close();
      await node.stop();
    },
  };
}

/** A TCP connection to the SSH listener. */
export function tcpToNetconf({ netconf }: TestNode): Socket {
  return quiet(connectTcp(netconf.port, netconf.host));
}

/** A TCP connection to the HTTPS listener. */
export function tcpToRestconf({ url }: TestNode): Socket {
  return quiet(connectTcp(Number(new URL(url).port), '127.0.0.1'));
}

/** TLS to the HTTPS listener. */
export function tlsToRestconf({ url, certificate }: TestNode, protocol: 'http/1.1' | 'h2' = 'http/1.1'): Socket {
  const port = Number(new URL(url).port);
  return quiet(connectTls({ port, host: '127.0.0.1', ca: readFileSync(certificate), ALPNProtocols: [protocol] }));
}

function quiet<T extends Socket>(socket: T): T {
  return socket.on('error', () => undefined);
}

/** All that comes until the other side closes. */
export async function readToEnd(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return Buffer.concat(pieces).toString('latin1');
}

export function basicOf({ password }: TestNode): string {
  return `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes in use once what is garbage is gone. */
export function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}
