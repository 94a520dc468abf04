/** The stage of a scenario: a simulated network of real NETCONF servers, agents on nodes of their own, and what they say. */
import { Subject } from 'rxjs';
import type { Node } from 'yangent';
import type { Account } from './account.js';
import type { AgentNode } from './agent-node.js';
import { type AgentPlace, type ClientPlace, type Company, deskOf, startAgents } from './agents.js';
import type { Desk } from './desk.js';
import { type DeviceKind, type StageDevice, startDevices } from './devices.js';
import { Link } from './link.js';
import type { SimulatedNetwork } from './network/index.js';
import { PrivateFiles } from './private-files.js';
import { type Pace, paced } from './scenario.js';

export interface StageOptions {
  readonly account: Account;
  readonly pace?: Pace;
  /** Ends what is being started. */
  readonly signal?: AbortSignal;
}

/** Who plays. */
export interface Cast {
  /** Default: no devices. */
  readonly network?: SimulatedNetwork;
  /** Besides those of the network. */
  readonly devices?: readonly DeviceKind[];
  readonly agents: readonly AgentPlace[];
  readonly clients?: readonly ClientPlace[];
}

type Closer = () => Promise<void> | void;

export class Stage {
  readonly #closers: Closer[] = [];
  #isClosed = false;
  #devices: readonly StageDevice[] = [];
  #company: Company = { desks: new Map(), nodes: [] };

  /** What is being started, and who is there, in words. */
  readonly asides = new Subject<string>();

  constructor(
    readonly account: Account,
    readonly pace: Pace,
    private readonly files: PrivateFiles,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.own(() => files.remove());
  }

  /** Starts the devices, then the agents. Resolves when all listen; loops are at work by then. */
  async start({ network, devices = [], agents, clients = [] }: Cast): Promise<void> {
    const keep = (node: { close(): Promise<void> }) => {
      this.own(() => node.close());
      this.signal?.throwIfAborted();
    };
    if (network) {
      const count = network.plan.routers.length + network.plan.baseStations.length + devices.length;
      this.asides.next(
        `Starting ${count} devices, each a NETCONF server, and ${agents.length} agents, each on its own node ...`,
      );
      this.#devices = await startDevices(network, devices, this.files, keep);
    } else this.asides.next(`Starting ${agents.length} nodes ...`);
    const { files, account } = this;
    this.#company = await startAgents({ agents, clients, devices: this.#devices, files, account, keep });
    for (const desk of this.#company.desks.values()) this.own(() => desk.close());
    this.account.begin();
    for (const line of whoIsWhere(agents, clients)) this.asides.next(line);
    if (network) this.asides.next(`Devices: ${this.#devices.map(({ name }) => name).join(', ')}`);
  }

  /** The desk of an agent or a client. @throws Error when there is none */
  desk(id: string): Desk {
    return deskOf(this.#company.desks, id);
  }

  /** The node of an agent, as one who runs it has it. @throws Error when there is none */
  node(agent: string): Node {
    return this.place(agent).node;
  }

  /** Stops the node of an agent and starts it again with its data; its connections to others are made anew. */
  async restart(agent: string): Promise<void> {
    const desk = this.desk(agent);
    await this.place(agent).restart(() => desk.hangUp());
  }

  /** Makes the nodes of two agents peers of each other, over a link that can be cut. @throws Error when there is none */
  async link(one: string, other: string): Promise<Link> {
    const link = await Link.between(this.place(one), this.place(other), this.files);
    this.own(() => link.close());
    return link;
  }

  private place(agent: string): AgentNode {
    const place = this.#company.nodes.find(({ id }) => id === agent);
    if (place) return place;
    throw new Error(`no agent of this stage is called ${agent}`);
  }

  /** Resolves when all these agents see what they manage. @throws the reason of the signal */
  async ready(agents: readonly string[], signal: AbortSignal): Promise<void> {
    await Promise.all(agents.map((id) => this.desk(id).ready(signal)));
  }

  /** How to log in to a device as one who has nothing to do with the agents. */
  device(name: string): StageDevice {
    const device = this.#devices.find((each) => each.name === name);
    if (device) return device;
    throw new Error(`no device of this stage is called ${name}`);
  }

  /** Milliseconds at the pace of the stage of what takes so long at the fast one. */
  readonly paced = (milliseconds: number): number => paced(this.pace, milliseconds);

  /** Has something closed with the stage, before what it owned earlier; at once when the stage is closed already. */
  own(close: Closer): void {
    this.#closers.push(close);
    if (this.#isClosed) void this.close();
  }

  /** Closes everything, the last first, and removes all files. What fails to close does not keep the rest open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}

/** Tells which agents meet at which node; where each has a node of its own, who they are. */
function whoIsWhere(nodes: readonly AgentPlace[], clients: readonly ClientPlace[]): readonly string[] {
  const attached = clients.filter(({ profile }) => profile !== undefined);
  const at = (node: string) => attached.filter(({ peers }) => Object.hasOwn(peers, node)).map(({ id }) => id);
  const meeting = nodes.map(({ id }) => ({ id, agents: at(id) })).filter(({ agents }) => agents.length > 0);
  if (meeting.length === 0) return [`Agents: ${nodes.map(({ id }) => id).join(', ')}`];
  return meeting.map(({ id, agents }) => `${id}: ${agents.join(', ')}`);
}

export async function startStage({ account, pace = 'fast', signal }: StageOptions): Promise<Stage> {
  return new Stage(account, pace, await PrivateFiles.create(), signal);
}
