/** The face: `/ioa/ws/AGENT`, a WebSocket of one agent. */
import type { Face, FaceAnswer, FaceRequest, Mount, Socket } from '../../src/index.js';
import { serveConnection } from './connection.js';
import { Inbox } from './inbox.js';
import { identifierFor, Names } from './names.js';
import { readSettings } from './settings.js';

const PATH = 'ioa/ws';
const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };

/**
 * @param settings members of a JSON object: `listen`, the address of a listener of its own
 * @throws Error for a setting that is wrong
 */
export function createFace(settings: Readonly<Record<string, unknown>>): Face {
  const { listen } = readSettings(settings);
  const mount: Mount = {
    path: PATH,
    of: 'node',
    methods: ['GET'],
    access: 'login',
    answer: async ({ rest }) => (agentIn(rest) === undefined ? notFound() : needsUpgrade()),
    upgrade,
  };
  return {
    protocol: 'ioa-websocket',
    mounts: [mount],
    ...(listen && { listen: { address: listen, mounts: [mount] } }),
  };
}

async function upgrade(
  { rest, as }: FaceRequest,
  accept: (subprotocol?: string) => Promise<Socket>,
): Promise<FaceAnswer | undefined> {
  const given = agentIn(rest);
  if (given === undefined) return notFound();
  if (!as) return { status: 401 };
  const names = new Names(as);
  const id = await names.find(given);
  // While an error can still be answered.
  if (id !== undefined) await new Inbox(as, id).requireOwn();
  const self = id === undefined ? { id: identifierFor(given), name: given } : { id, name: await names.nameOf(id) };
  names.keep(self);
  return serveConnection({ as, names, self, isRegistered: id !== undefined, socket: await accept() });
}

/** Returns the name in the path, which is one segment. */
function agentIn([agent, ...more]: readonly string[]): string | undefined {
  return more.length === 0 && agent !== '' ? agent : undefined;
}

function notFound(): FaceAnswer {
  return { status: 404, headers: PLAIN, body: `the path is /${PATH}/AGENT, with the name of one agent\n` };
}

function needsUpgrade(): FaceAnswer {
  return { status: 426, headers: PLAIN, body: 'connect with a WebSocket (RFC 6455)\n' };
}
