/** The nodes of the row in processes of their own, which are killed and started again. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RestconfClient } from '../../../src/clients/index.js';
import { freePort } from '../../support/free-port.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { type Link, openLinks } from './links.js';
import { behind, domainOf, neighboursOf, PLACES, type Place } from './row.js';

export type Nodes = Readonly<Record<Place, KilledNode>>;

const passwordOf = (user: string) => `the password of ${user}`;

/** A node that is killed and started again on the same ports. */
export class KilledNode {
  #life: ServeProcess | undefined;
  #client: RestconfClient | undefined;

  private constructor(
    readonly place: Place,
    /** Directory of its data. */
    readonly data: string,
    readonly port: number,
    private readonly netconf: number,
  ) {}

  /** Prepares the directory of a node. */
  static async prepare(directory: string, place: Place): Promise<KilledNode> {
    return new KilledNode(place, join(directory, place), await freePort(), await freePort());
  }

  /** The administrator, while the node runs. */
  get client(): RestconfClient {
    if (!this.#client) throw new Error(`node ${this.place} does not run`);
    return this.#client;
  }

  async start(): Promise<void> {
    const { data, port, netconf } = this;
    const args = ['--netconf', `127.0.0.1:${netconf}`, '--restconf', `127.0.0.1:${port}`];
    this.#life = await startServe({ data, args: ['--config', join(data, 'configuration.json'), ...args] });
    this.#client = new RestconfClient({ url: this.#life.url, username: 'admin', password: this.#life.password });
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#life?.end(signal);
    this.#client?.close();
  }

  /** Writes the configuration, in which the neighbours pass on what they send to each other. */
  configure(links: readonly Link[]): void {
    const neighbours = neighboursOf(this.place);
    const secrets = join(this.data, 'secrets');
    mkdirSync(secrets, { recursive: true, mode: 0o700 });
    writeFileSync(join(secrets, 'peer'), passwordOf(`${this.place}-node`), { mode: 0o600 });
    const users = neighbours.map((other) => `${other}-node`);
    const configuration = {
      'yangent-access:access': { user: users.map((name) => ({ name, password: `$0$${passwordOf(name)}` })) },
      'yangent-peers:peers': {
        domain: domainOf(this.place),
        peer: neighbours.map((other) => this.#peer(other, links)),
      },
    };
    writeFileSync(join(this.data, 'configuration.json'), JSON.stringify(configuration), { mode: 0o600 });
  }

  #peer(other: Place, links: readonly Link[]): object {
    const port = links.find(({ ends }) => ends.includes(other) && ends.includes(this.place))?.portFor(this.place);
    return {
      ...{ name: other, user: `${other}-node`, relay: true, 'max-rate': 100_000 },
      domain: behind(this.place, other).map(domainOf),
      address: { target: `http://127.0.0.1:${port}`, user: `${this.place}-node`, credential: 'peer' },
    };
  }
}

export interface KilledRow {
  readonly nodes: Nodes;
  readonly links: readonly Link[];
}

/** Prepares the directories of all nodes; they are not started. */
export async function prepareRow(directory: string): Promise<KilledRow> {
  const made = async (place: Place) => KilledNode.prepare(directory, place);
  const nodes: Nodes = { a: await made('a'), r: await made('r'), b: await made('b') };
  const links = await openLinks({ a: nodes.a.port, r: nodes.r.port, b: nodes.b.port });
  for (const place of PLACES) nodes[place].configure(links);
  return { nodes, links };
}
