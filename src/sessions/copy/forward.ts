/** Lets the home of a session do what an agent here asks of it: its node answers when the home has answered. */
import type { AgentRecord } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { Call } from '../../server/index.js';
import { soleAgent } from '../../tasks/index.js';
import type { HomeAction, OutputOf } from '../homes/homes.js';
import { abroad } from '../homes/names.js';
import { isOperating, noSession, requireKnown, speaker } from '../member/acting.js';
import { wantedOf } from '../member/wanted.js';
import type { Wanted } from '../record/member.js';
import type { SessionServices } from '../services.js';
import { asks, isIn } from './asked.js';
import { untilJoined } from './joined.js';

type Input = object & { readonly agent?: string | undefined };

/**
 * Invokes an action of a session at its home, for an agent that is a member here.
 *
 * @throws RpcError as the home answered; operation-failed, app-tag home-unreachable when it cannot be reached
 */
export async function forward<N extends HomeAction>(
  o: SessionServices,
  call: Call<{ readonly id: string }>,
  name: N,
  { agent: reference, ...input }: Input,
): Promise<OutputOf<N>> {
  const { id } = call.keys;
  const agent = await actingAtCopy(o, call, reference);
  await requireKnown(o, call, id, agent.id);
  const output = await actAtHome(o, call, agent.id, name, input);
  if (name === 'join') {
    await untilJoined(o, id, agent.id, call.signal);
    await wants(o, id, agent.id, wantedOf(input));
  }
  return output;
}

/**
 * Returns the agent for which a caller acts in a copy. An operator steers a session without one at its home only: there this node is a
 * peer, which speaks for its agents.
 *
 * @throws RpcError missing-element, access-denied
 */
export async function actingAtCopy(
  o: SessionServices,
  call: Call<{ readonly id: string }>,
  reference: string | undefined,
): Promise<AgentRecord> {
  if (!isOperating(call, reference) || soleAgent(call, o.directory)) return speaker(o, call, reference, 'agent');
  const { id } = call.keys;
  const home = (await o.sessions.get(id))?.copy?.home;
  return call.fail({
    tag: 'missing-element',
    info: { 'bad-element': 'agent' },
    message: `"agent" is missing: the home of session "${id}" is ${home}, where an operator may do this; here name the member for which you act`,
  });
}

/**
 * Invokes an action of a session at its home, for an agent of this node.
 *
 * @throws RpcError as `forward`
 */
export async function actAtHome<N extends HomeAction>(
  o: SessionServices,
  call: Call<{ readonly id: string }>,
  agent: string,
  name: N,
  input: object,
): Promise<OutputOf<N>> {
  const { id } = call.keys;
  const copy = (await o.sessions.get(id))?.copy;
  if (!copy) return noSession(call, id);
  const as = abroad(o);
  const action = { session: id, name, input: { agent: as(agent), ...named(o, input, as) } };
  if (name === 'join') await asks(o, id, agent);
  try {
    const output = await o.homes.act(copy.peer, agent, action, call.signal);
    if (isJoined(output)) await isIn(o, id, agent, Number(output.sequence));
    return output;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.type !== 'transport') {
      if (name === 'join') await asks(o, id, agent, false);
      throw error;
    }
    return call.fail({
      tag: 'operation-failed',
      appTag: 'home-unreachable',
      message: `${copy.home}, the home of session "${id}", cannot be reached now: try again, or let the coordinator or an operator continue the session here`,
    });
  }
}

/** True for the output of `join`, the only one with the number of a message. */
function isJoined(output: OutputOf<HomeAction>): output is OutputOf<'join'> {
  return output !== undefined && 'sequence' in output;
}

/** The leaves of the inputs that name agents. */
const NAMING = new Set(['agent', 'member', 'next-speaker']);

/** Returns the input with names as they are abroad. */
function named(
  { directory }: Pick<SessionServices, 'directory'>,
  input: object,
  as: (agent: string) => string,
): object {
  const rename = (reference: string): string => as(directory.foreign.plain(reference));
  const inMember = (value: unknown): unknown => {
    if (typeof value === 'string') return rename(value);
    if (Array.isArray(value)) return value.map(inMember);
    return value !== null && typeof value === 'object' ? named({ directory }, value, as) : value;
  };
  return Object.fromEntries(
    Object.entries(input).map(([leaf, value]) => [leaf, NAMING.has(leaf) ? inMember(value) : value]),
  );
}

/** Keeps what an agent here wants to read of a session, which this node filters. */
async function wants(o: SessionServices, id: string, agent: string, wanted: Wanted): Promise<void> {
  await o.store.transact(async (tx) => {
    const member = await o.members.latest(tx, id, agent);
    if (!member) return;
    await o.members.put(tx, { ...member, ...wanted });
    tx.afterCommit(() => o.attached.moved(id, agent));
  });
}
