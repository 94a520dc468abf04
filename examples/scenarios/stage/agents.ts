/** The agents of a scenario, each on a node of its own, and who may speak to whom. */
import { join } from 'node:path';
import type { AgentDefinition, Node } from 'yangent';
import type { Account } from './account.js';
import { AgentNode } from './agent-node.js';
import { type AddressBook, Desk, type PeerAddress } from './desk.js';
import type { StageDevice } from './devices.js';
import { stageNodeOptions } from './node-options.js';
import { newPassword, type PrivateFiles } from './private-files.js';
import { together } from './together.js';

/** Whom someone gives tasks to, and over which protocol. */
export type Peers = Readonly<Record<string, PeerAddress['protocol']>>;

/** One who gives tasks and takes none: a person's app, a system. */
export interface ClientPlace {
  readonly id: string;
  readonly peers: Peers;
  /** An agent that claims tasks at the nodes of its peers: how it is known there. */
  readonly profile?: AgentDefinition['profile'];
}

/** An agent that has a node of its own. */
export interface AgentPlace extends ClientPlace {
  /** Called once. */
  readonly agent: (desk: Desk) => AgentDefinition;
  /** Names of the devices it manages. */
  readonly devices?: readonly string[];
}

export interface StartAgents {
  readonly agents: readonly AgentPlace[];
  readonly clients: readonly ClientPlace[];
  readonly devices: readonly StageDevice[];
  readonly files: PrivateFiles;
  readonly account: Account;
  /** Is given each node as soon as it runs, so that it is closed whatever happens. */
  readonly keep: (node: Node) => void;
}

/** Who is there: the desks of all, and the nodes of the agents. */
export interface Company {
  readonly desks: ReadonlyMap<string, Desk>;
  readonly nodes: readonly AgentNode[];
}

/** Starts the nodes, then writes everybody's address book. */
export async function startAgents(start: StartAgents): Promise<Company> {
  const { agents, clients, files, account } = start;
  const everybody: readonly ClientPlace[] = [...agents, ...clients];
  const bookOf = (id: string) => join(files.root, `${id}.peers.json`);
  const desks = new Map(everybody.map(({ id }) => [id, new Desk(id, account, bookOf(id))]));
  const definitions = new Map(
    // Each edits the devices that its node manages.
    agents.map((place) => [place.id, { ...place.agent(deskOf(desks, place.id)), devices: place.devices }]),
  );
  const [first, ...others] = agents.map((place) => () => startAgent(place, definitions, start));
  // The first compiles the models for the others.
  const nodes = first ? [await first(), ...(await together(others.map((each) => each())))] : [];
  const reached = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, peers } of everybody) {
    const book: [string, PeerAddress][] = [];
    for (const [name, protocol] of Object.entries(peers)) {
      const node = reached.get(name);
      if (!node) throw new Error(`${id} is to speak to ${name}, who has no node on this stage`);
      book.push([name, { protocol, user: id, passwordFile: passwordFile(files, name, id), ...node.address }]);
    }
    await files.writeJson(Object.fromEntries(book) satisfies AddressBook, `${id}.peers.json`);
  }
  return { desks, nodes };
}

type Definitions = ReadonlyMap<string, AgentDefinition>;

async function startAgent(place: AgentPlace, definitions: Definitions, start: StartAgents): Promise<AgentNode> {
  const { files, keep } = start;
  const data = await files.dataDirectory(place.id);
  const config = [await files.writeJson(await configurationOf(place, definitions, start), place.id, 'stage.json')];
  const own = definitions.get(place.id);
  const options = { ...stageNodeOptions(data), agents: own ? [own] : [], config };
  const node = new AgentNode(place.id, options, keep);
  await node.start();
  return node;
}

/** Who may log in and speak as whom, and which devices the node manages; their secrets are laid into its secret store. */
async function configurationOf(
  { id, devices: managed = [] }: AgentPlace,
  definitions: Definitions,
  { agents, clients, devices, files }: StartAgents,
): Promise<Readonly<Record<string, unknown>>> {
  const callers = [...agents, ...clients].filter(({ peers }) => Object.hasOwn(peers, id)).map((each) => each.id);
  const attached = (caller: string) => clients.find((each) => each.id === caller)?.profile;
  const users = [];
  for (const caller of callers) {
    const password = newPassword();
    await files.write(password, ...passwordPath(id, caller));
    users.push({ name: caller, password: `$0$${password}` });
  }
  const mine = devices.filter(({ name }) => managed.includes(name));
  for (const { name, password } of mine) await files.write(password, id, 'secrets', name);
  return {
    'yangent-access:access': { user: users },
    'yangent-agents:agents': {
      agent: [
        { id, owner: [id], profile: profileOf(id, definitions) },
        ...callers.map((caller) => ({
          id: caller,
          owner: [caller],
          profile: attached(caller) ?? profileOf(caller, definitions),
          execution: { kind: attached(caller) ? 'attached' : 'remote' },
        })),
      ],
    },
    'yangent-devices:devices': {
      device: mine.map(({ name, port, user, hostKey }) => ({
        name,
        address: '127.0.0.1',
        port,
        user,
        credential: name,
        'host-key': hostKey,
      })),
    },
  };
}

/** Who only gives tasks has little to say about himself. */
function profileOf(id: string, definitions: Definitions): unknown {
  const about = { name: id, description: 'gives tasks and takes none', version: '0.1.0', provider: 'yangent' };
  return definitions.get(id)?.profile ?? about;
}

function passwordPath(node: string, user: string): readonly string[] {
  return ['passwords', `${user}-at-${node}`];
}

function passwordFile(files: PrivateFiles, node: string, user: string): string {
  return join(files.root, ...passwordPath(node, user));
}

export function deskOf(desks: ReadonlyMap<string, Desk>, id: string): Desk {
  const desk = desks.get(id);
  if (desk) return desk;
  throw new Error(`nobody on this stage is called ${id}; there are ${[...desks.keys()].join(', ')}`);
}
