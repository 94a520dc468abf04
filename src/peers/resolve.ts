/** Says where an agent is, and by which addresses it is reached (`yangent-peers:resolve`). */
import { type AgentDirectory, type AgentRecord, type AgentStates, addressed, type Discovery } from '../agents/index.js';
import { withoutAbsent } from '../data/rfc7951/members.js';
import type { YangentPeersProvider } from '../generated/providers.js';
import type { Call } from '../server/index.js';
import type { HostAddresses } from './addresses.js';
import type { Presence } from './presence.js';
import { pathOfPeer, type Routes } from './routes.js';

type Resolve = YangentPeersProvider['rpcs']['resolve'];
type Endpoint = NonNullable<Resolve['output']['endpoint']>[number];
type Place = Pick<Endpoint, 'protocol' | 'url'>;

export interface ResolveNeeds {
  readonly routes: () => Routes;
  readonly directory: AgentDirectory;
  readonly states: Pick<AgentStates, 'stateOf' | 'of'>;
  readonly discovery: Pick<Discovery, 'find'>;
  readonly presence: Pick<Presence, 'known'>;
  /** Returns the agent of this node that has this identifier (DID) from the node. */
  readonly issuedTo: (did: string) => string | undefined;
  readonly hosts: Pick<HostAddresses, 'of'>;
  /** Returns the URL of this node; undefined for one without RESTCONF. */
  readonly own: () => string | undefined;
}

/** Maximum number of endpoints of one agent, so that few hosts are looked up. */
const MOST_ENDPOINTS = 16;
/** Maximum number of agents that claim one identifier. */
const MOST_CLAIMS = 100;
const STATES = ['online', 'offline', 'draining'] as const;

/** @throws RpcError data-missing when there is no such agent that the caller may find */
export async function resolve(needs: ResolveNeeds, input: Resolve['input'], call: Call): Promise<Resolve['output']> {
  const agent = await wanted(needs, input, call);
  if (!agent)
    return call.fail({ tag: 'data-missing', message: 'there is no such agent that you may find, here or at a peer' });
  const peer = agent.foreign && needs.routes().named(agent.foreign.peer);
  if (peer) await needs.presence.known(peer);
  const places = placesOf(needs, agent, call).slice(0, MOST_ENDPOINTS);
  const endpoint = await Promise.all(
    places.map(async (place) => {
      const addresses = await needs.hosts.of(place.url);
      return { ...place, ...(addresses.length > 0 ? { 'ip-address': [...addresses] } : {}) };
    }),
  );
  return withoutAbsent({
    agent: agent.id,
    ...whereIs(needs, agent, call),
    endpoint: endpoint.length > 0 ? endpoint : undefined,
  });
}

async function wanted(
  needs: ResolveNeeds,
  { agent, discover, 'digital-identifier': did }: Resolve['input'],
  call: Call,
): Promise<AgentRecord | undefined> {
  const { directory, discovery } = needs;
  if (did !== undefined) return identified(needs, did, call);
  if (agent !== undefined) return addressed(call, directory, agent);
  const found = discover && (await discovery.find(discover, call, { limit: 1 }));
  return found?.matches[0]?.agent;
}

/** Returns the agent that has an identifier: from this node, or proved to it; else the one that a peer names. */
async function identified(
  { directory, discovery, states, issuedTo }: ResolveNeeds,
  did: string,
  call: Call,
): Promise<AgentRecord | undefined> {
  const issued = issuedTo(did);
  if (issued !== undefined) return addressed(call, directory, issued);
  const query = { 'digital-identifier': did, state: [...STATES] };
  const { matches } = await discovery.find(query, call, { limit: MOST_CLAIMS });
  // An agent that only claims an identifier is not the one that it means.
  const proved = matches.find(({ agent }) => states.of(agent.id).proved_did === did)?.agent;
  // One peer does not ask another over this node.
  if (proved || directory.foreign.isPeer(call.user)) return proved;
  await directory.foreign.lookUp([did]);
  return addressed(call, directory, did);
}

function whereIs({ routes, states }: ResolveNeeds, agent: AgentRecord, call: Call) {
  const { foreign, id } = agent;
  const online = states.stateOf(agent) === 'online';
  if (!foreign) return { domain: routes().domain, online };
  const { peer } = foreign;
  const isShown = call.mayRead(`${pathOfPeer(peer)}/name`);
  return {
    domain: id.slice(id.lastIndexOf('@') + 1),
    peer: isShown ? peer : undefined,
    online,
  };
}

/** Returns the addresses of an agent that the caller may read, each once. */
function placesOf({ own }: ResolveNeeds, agent: AgentRecord, call: Call): readonly Place[] {
  const { id, foreign, remote, registration } = agent;
  if (foreign) {
    const target = call.mayRead(`${pathOfPeer(foreign.peer)}/address/target`) ? remote?.target : undefined;
    return target === undefined ? [] : [{ protocol: protocolOf(target), url: target }];
  }
  const node = own();
  const here: readonly Place[] =
    node === undefined ? [] : [{ protocol: 'restconf', url: `${node}/agents/${encodeURIComponent(id)}/restconf` }];
  const registered = call.mayRead(interfacesOf(id)) ? (registration.interface ?? []) : [];
  const theirs = registered.flatMap(({ name, protocol = name, url }) => (url === undefined ? [] : [{ protocol, url }]));
  const all = [...here, ...theirs];
  return all.filter(
    (place, at) => all.findIndex((each) => each.protocol === place.protocol && each.url === place.url) === at,
  );
}

function protocolOf(target: string): string {
  return target.startsWith('netconf:') ? 'netconf' : 'restconf';
}

function interfacesOf(id: string): string {
  const quote = id.includes("'") ? '"' : "'";
  return `/yangent-agents:agents/agent[id=${quote}${id}${quote}]/registration`;
}
