/** The ways of one user into a node: the two protocols behind one interface, and what only one of them can say. */
import { RpcError } from '../../../src/data/index.js';
import { type Credentials, type Face, netconfFace, Refusal, restconfFace } from '../../support/faces.js';
import { errorIn } from '../../support/http.js';
import type { TestNode } from '../../support/node.js';

export interface Ways {
  readonly faces: readonly [restconf: Face, netconf: Face];
  /** A request of RESTCONF by its path. @returns the message-body. @throws Refusal */
  send(method: string, path: string, body?: object): Promise<string>;
  /** An operation of NETCONF as it stands. @throws Refusal */
  rpc(xml: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function openWays(node: TestNode, login: Credentials): Promise<Ways> {
  const restconf = restconfFace(node, login);
  const netconf = await netconfFace(node, login);
  return {
    faces: [restconf, netconf],
    send: async (method, path, body) => {
      const answer = await restconf.https.send(method, path, body && { body: JSON.stringify(body) });
      if (answer.status < 400) return answer.body;
      const { 'error-tag': tag, 'error-message': message } = errorIn(answer);
      throw new Refusal(tag, String(message));
    },
    rpc: (xml) => netconf.client.rpc(xml).catch(refused),
    close: async () => {
      await restconf.close();
      await netconf.close();
    },
  };
}

function refused(error: unknown): never {
  throw error instanceof RpcError ? new Refusal(error.tag, error.message) : error;
}
