/** Resolves a reference to an agent: an identifier, or a name in a profile (docs/decisions/agent-names.md). */
import { RpcError } from '../data/index.js';
import type { Call } from '../server/index.js';
import type { AgentDirectory } from './directory.js';
import type { AgentRecord } from './record/record.js';
import { mayFind } from './visibility.js';

/** Maximum number of identifiers in an error. */
const MOST_TOLD = 8;

/**
 * Returns the agent of a reference: among the agents that the caller may find, the one with this identifier, else one with this
 * name, first in the domain of `from`.
 *
 * @param from the sending agent, if known
 * @returns undefined when the caller finds none
 * @throws RpcError invalid-value when several agents have the name
 */
export function addressed(
  call: Call,
  directory: AgentDirectory,
  reference: string,
  from?: AgentRecord,
): AgentRecord | undefined {
  return meant(directory, reference, (agent) => mayFind(agent, call, directory), from?.domain);
}

/**
 * Returns the agent of a reference, among those for which the caller may act.
 *
 * @throws RpcError invalid-value for an ambiguous name
 */
export function ownAddressed(call: Call, directory: AgentDirectory, reference: string): AgentRecord | undefined {
  return meant(directory, reference, (agent) => call.mayActFor(agent.id));
}

/** True when the reference is the identifier or the name of this agent, also when other agents have the same name. */
export function means(directory: AgentDirectory, reference: string, id: string): boolean {
  const plain = directory.foreign.plain(reference);
  return plain === id || directory.get(id)?.name === plain;
}

function meant(
  directory: AgentDirectory,
  reference: string,
  counts: (agent: AgentRecord) => boolean,
  domain?: string,
): AgentRecord | undefined {
  const plain = directory.foreign.plain(reference);
  const byId = directory.get(plain);
  if (byId && counts(byId)) return byId;
  const named = directory.named(plain).flatMap((id) => directory.get(id) ?? []);
  const possible = named.filter(counts);
  const near = domain === undefined ? [] : possible.filter((agent) => agent.domain === domain);
  const [only, ...more] = near.length > 0 ? near : possible;
  if (more.length === 0) return only;
  const ids = possible.slice(0, MOST_TOLD).map(({ id }) => `"${id}"`);
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    appTag: 'ambiguous',
    message: `"${reference}" is the name of several agents: ${ids.join(', ')}${possible.length > ids.length ? ', ...' : ''}; name one of them by its identifier`,
  });
}
