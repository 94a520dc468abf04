/**
 * Three nodes in a row: a.example and b.example know each other through r.example, which passes on what they send. The links of both are
 * ways that can be cut.
 */

import { type Cut, startCut } from '../support/cut.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';
import { Client, identityOf, users, withSecret } from './domains-rig.js';

export type Place = 'a' | 'r' | 'b';

/** The owner of the agents of each node. */
const OWNER: Readonly<Record<Place, string>> = { a: 'ann', r: 'ron', b: 'bob' };

export class RowRig {
  readonly #clients: Client[] = [];

  private constructor(
    readonly nodes: Readonly<Record<Place, TestNode>>,
    /** The ways from a and b to r, and from r to them. */
    readonly cuts: Readonly<Record<'ar' | 'ra' | 'br' | 'rb', Cut>>,
  ) {}

  /** @param agents of each node, besides one that is called as the node */
  static async start(agents: Partial<Record<Place, readonly string[]>> = {}): Promise<RowRig> {
    const [a, r, b] = await Promise.all([
      startTestNode({ data: withSecret('from-a') }),
      startTestNode({ data: withSecret('from-r') }),
      startTestNode({ data: withSecret('from-b') }),
    ]);
    const nodes = { a, r, b };
    const cutTo = (node: TestNode) => startCut({ host: '127.0.0.1', port: Number(new URL(node.url).port) });
    const [ar, ra, br, rb] = await Promise.all([cutTo(r), cutTo(a), cutTo(r), cutTo(b)]);
    const through = (cut: Cut, node: TestNode, user: string) => ({
      ...{ target: `https://127.0.0.1:${cut.port}`, user, credential: 'peer', identity: identityOf(node) },
    });
    const own = (place: Place) => ({
      'yangent-agents:agents': {
        agent: [place, ...(agents[place] ?? [])].map((id) => agentEntry(id, [OWNER[place]])),
      },
    });
    await a.node.edit({ ...users('ann', 'from-r'), ...own('a') });
    await b.node.edit({ ...users('bob', 'from-r'), ...own('b') });
    await r.node.edit({ ...users('ron', 'from-a', 'from-b'), ...own('r') });
    const peers = (domain: string, peer: readonly object[]) => ({ 'yangent-peers:peers': { domain, peer } });
    const toR = (cut: Cut, user: string, other: string) => ({
      ...{ name: 'r', domain: ['r.example', other], user: 'from-r', relay: true, address: through(cut, r, user) },
    });
    await r.node.edit(
      peers('r.example', [
        { name: 'a', domain: ['a.example'], user: 'from-a', relay: true, address: through(ra, a, 'from-r') },
        { name: 'b', domain: ['b.example'], user: 'from-b', relay: true, address: through(rb, b, 'from-r') },
      ]),
    );
    await a.node.edit(peers('a.example', [toR(ar, 'from-a', 'b.example')]));
    await b.node.edit(peers('b.example', [toR(br, 'from-b', 'a.example')]));
    return new RowRig(nodes, { ar, ra, br, rb });
  }

  /** The owner of the agents of a node. */
  client(place: Place, user = OWNER[place]): Client {
    const client = new Client(this.nodes[place], user);
    this.#clients.push(client);
    return client;
  }

  /** The administrator of a node. */
  operator(place: Place): Client {
    const client = new Client(this.nodes[place]);
    this.#clients.push(client);
    return client;
  }

  async stop(): Promise<void> {
    for (const { https } of this.#clients) https.close();
    await Promise.all(Object.values(this.nodes).map((node) => node.stop()));
    await Promise.all(Object.values(this.cuts).map((cut) => cut.close()));
  }
}
