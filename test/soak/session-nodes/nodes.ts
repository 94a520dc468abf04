/** Two nodes in processes of their own that share sessions: oss.example and core.example, each with two agents. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RestconfClient } from '../../../src/clients/index.js';
import { freePort } from '../../support/free-port.js';
import { type ServeProcess, startServe } from '../../support/serve.js';

export type Place = 'oss' | 'core';
export type Agent = 'noc' | 'ip' | 'fault' | 'optics';

export const PLACES: readonly Place[] = ['oss', 'core'];
export const AGENTS: Readonly<Record<Agent, Place>> = { noc: 'oss', ip: 'oss', fault: 'core', optics: 'core' };

export function agentsAt(place: Place): readonly Agent[] {
  return (Object.keys(AGENTS) as readonly Agent[]).filter((agent) => AGENTS[agent] === place);
}

/** Returns how an agent is called everywhere. */
export function fullName(agent: Agent): string {
  return `${agent}@${AGENTS[agent]}.example`;
}

/** Returns how an agent is called at a node. */
export function nameAt(place: Place, agent: Agent): string {
  return AGENTS[agent] === place ? agent : fullName(agent);
}

/** Returns the full name of an agent that a node shows. */
export function fullAt(place: Place, shown: string): string {
  return shown.includes('@') ? shown : `${shown}@${place}.example`;
}

export function otherOf(place: Place): Place {
  return place === 'oss' ? 'core' : 'oss';
}

const passwordOf = (user: string) => `the password of ${user}`;

/** A node that is killed and started again on the same ports. */
export class KilledNode {
  #life: ServeProcess | undefined;
  #client: RestconfClient | undefined;

  private constructor(
    readonly place: Place,
    /** Directory of its data. */
    readonly data: string,
    private readonly port: number,
    private readonly netconf: number,
  ) {}

  /** Prepares the directories of both; they are not started. */
  static async prepare(directory: string): Promise<Readonly<Record<Place, KilledNode>>> {
    const made = async (place: Place) => {
      const data = join(directory, place);
      return new KilledNode(place, data, await freePort(), await freePort());
    };
    const nodes = { oss: await made('oss'), core: await made('core') };
    for (const place of PLACES) nodes[place].#configure(nodes[otherOf(place)]);
    return nodes;
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

  #configure({ place: other, port }: KilledNode): void {
    const secrets = join(this.data, 'secrets');
    mkdirSync(secrets, { recursive: true, mode: 0o700 });
    writeFileSync(join(secrets, 'peer'), passwordOf(`${this.place}-node`), { mode: 0o600 });
    const user = `${other}-node`;
    const configuration = {
      'yangent-access:access': { user: [{ name: user, password: `$0$${passwordOf(user)}` }] },
      'yangent-peers:peers': {
        domain: `${this.place}.example`,
        peer: [
          {
            ...{ name: other, domain: [`${other}.example`], user, 'max-rate': 100_000 },
            address: { target: `http://127.0.0.1:${port}`, user: `${this.place}-node`, credential: 'peer' },
          },
        ],
      },
    };
    writeFileSync(join(this.data, 'configuration.json'), JSON.stringify(configuration), { mode: 0o600 });
  }
}
