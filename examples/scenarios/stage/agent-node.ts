/** The node of one agent, which can be started again where it was. */
import { type Address, type Node, type StartOptions, startNode } from 'yangent';
import { createDriver } from '../../../adapters/netconf-device/index.js';
import type { PeerAddress } from './desk.js';

const FREE: Address = { host: '127.0.0.1', port: 0 };

export class AgentNode {
  #node: Node | undefined;

  /** @param keep is given the node whenever it runs, so that it is closed whatever happens */
  constructor(
    readonly id: string,
    private readonly options: StartOptions,
    private readonly keep: (node: Node) => void,
  ) {}

  get node(): Node {
    if (this.#node) return this.#node;
    throw new Error(`the node of ${this.id} does not run`);
  }

  /** How others reach it. */
  get address(): Pick<PeerAddress, 'url' | 'certificateFile' | 'netconf'> {
    const { netconf, restconf } = this.node.ready;
    const { host = '', port = 0, hostKeyFingerprint: hostKey = '' } = netconf ?? {};
    const { url = '', certificate: certificateFile = '' } = restconf ?? {};
    return { url, certificateFile, netconf: { host, port, hostKey } };
  }

  async start(): Promise<void> {
    await this.run(FREE, FREE);
  }

  /** Stops the node, and starts it with the data that it has, where others know it to be. @param down done in between */
  async restart(down: () => Promise<void>): Promise<void> {
    const { netconf, url } = this.address;
    await this.node.close();
    await down();
    await this.run(netconf, { host: netconf.host, port: Number(new URL(url).port) });
  }

  private async run(netconf: Address, restconf: Address): Promise<void> {
    const drivers = new Map([['netconf-ssh', createDriver()]]);
    this.#node = await startNode({ ...this.options, netconf, restconf }, { drivers });
    this.keep(this.#node);
  }
}
