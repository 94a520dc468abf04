/** Carries out what frames say, as the agent of the connection. */
import type { CallerApi, Rpcs } from '../../src/index.js';
import type { Claim, Claims } from './claims.js';
import type { Command, Said, Team } from './command.js';
import { fault, shown } from './fault.js';
import { type Group, readGroup, sessionPath, taskPath } from './group.js';
import type { KnownGroups } from './known.js';
import type { Names, Self } from './names.js';
import { type Told, toldGroup, toldMessage } from './outgoing.js';
import type { Positions } from './positions.js';
import { toldState, toldType } from './words.js';

export interface IncomingOptions {
  readonly as: CallerApi;
  readonly self: Self;
  readonly names: Names;
  readonly claims: Claims;
  readonly positions: Positions;
  readonly known: KnownGroups;
}

type Send = Rpcs['yangent-sessions:send']['input'];
type Handlers = {
  readonly [Kind in Command['kind']]: (
    o: IncomingOptions,
    command: Extract<Command, { readonly kind: Kind }>,
  ) => Promise<readonly Told[]>;
};

const VERSION = '1.0.0';
const MAX_CANDIDATES = 20;

/**
 * Carries out a command.
 *
 * @returns the frames that answer it
 * @throws RpcError as the node refuses it
 */
export function carryOut(o: IncomingOptions, command: Command): Promise<readonly Told[]> {
  // The table has a handler of the right type for each kind.
  const handler = HANDLERS[command.kind] as (o: IncomingOptions, command: Command) => Promise<readonly Told[]>;
  return handler(o, command);
}

/** Registers the agent of a connection, or describes it anew. @returns its identifier */
export async function register(
  as: CallerApi,
  { id, name }: Self,
  { description, capabilities }: Extract<Command, { readonly kind: 'register' }>,
): Promise<{ readonly id: string; readonly approved?: boolean }> {
  const skill = capabilities.map((each) => ({ 'skill-name': each }));
  const about = { name, description, version: VERSION, provider: as.principal.name };
  const profile = { ...about, ...(skill.length > 0 ? { skills: { skill } } : {}) };
  return as.invoke('yangent-agents:register', { id, profile });
}

export function toldRegistration({ id, name }: Self, approved: boolean | undefined): Told {
  return { sender: name, type: 'registration', message_type: 'registration', agent_id: id, approved };
}

/** Finds agents for a need, the best first. */
export async function query(as: CallerApi, text: string): Promise<Told> {
  const { match = [] } = await as.invoke('yangent-agents:discover', { text, limit: MAX_CANDIDATES });
  const found = match.map(({ id, name = id, description, score }) => ({ name, description, score: Number(score) }));
  return { sender: '', type: 'query', message_type: 'query', team_members: found };
}

const HANDLERS: Handlers = {
  register: async ({ as, self }, command) => [toldRegistration(self, (await register(as, self, command)).approved)],
  query: async ({ as }, { text }) => [await query(as, text)],
  form,
  enlarge,
  member: async (o, { group, action }) => {
    const wasKnown = o.known.has(group);
    await o.as.act(`${sessionPath(group)}/${action}`, { agent: o.self.id });
    if (action === 'join') return wasKnown ? [await introduced(o, group)] : await introducedOnce(o, group);
    const type = action === 'close' ? 'disband' : action;
    const state = toldState((await readGroup(o.as, group)).state);
    return [{ sender: o.self.name, group_id: group, state, type, message_type: type }];
  },
  acknowledge: async ({ positions }, { group, sequence }) => {
    sessionPath(group);
    await positions.acknowledge(group, sequence);
    return [];
  },
  grant: async ({ as, self, names }, { group, state, floor }) => {
    await as.act(`${sessionPath(group)}/grant-floor`, {
      agent: self.id,
      ...(state === undefined ? {} : { state }),
      'next-speaker': await names.idsOf(floor.nextSpeaker, 'next_speaker'),
      trigger: floor.triggers,
    });
    return [];
  },
  say: async (o, { group, said, state }) => {
    if (state !== undefined) await lead(o, group, said, state);
    return [await send(o, group, said)];
  },
  assign: async (o, { group, order }) => {
    const { mode, assignees, content, mediaType, description, objective, taskId, messageId, extension } = order;
    if (assignees.length === 0) {
      const members = await o.names.namesOf((await readGroup(o.as, group)).members);
      throw fault(
        'missing-element',
        `a task assignment needs "next_speaker": those that execute the task; the members are ${members.map((each) => `"${each}"`).join(', ')}`,
      );
    }
    const task = {
      ...(taskId === undefined ? {} : { 'task-id': taskId }),
      ...(description === undefined ? {} : { content: description }),
      ...(objective === undefined ? {} : { objective }),
    };
    const said = { nextSpeaker: assignees, content, mediaType, messageId, extension };
    return [await send(o, group, { type: 'task-assignment', ...said }, { mode, task })];
  },
  pause: async (o, { group, said, triggers }) => [await send(o, group, said, { trigger: triggers })],
  conclude,
  finish: async (o, { work, conclusion, mediaType }) => {
    const artifact = [{ name: 'conclusion', value: conclusion, ...typed(mediaType) }];
    return [await onTask(o, await o.claims.find(work), 'complete', { artifact })];
  },
  progress: async (o, { work, note }) => [
    await onTask(o, await o.claims.find(work), 'report-progress', note === undefined ? {} : { note }),
  ],
  fail: async (o, { work, reason }) => [
    await onTask(o, await o.claims.find(work), 'fail', { code: 'internal', message: reason }),
  ],
};

async function form(o: IncomingOptions, { team }: { readonly team: Team }): Promise<readonly Told[]> {
  const { as, self, names, claims } = o;
  const { goal = '', members, depth, maxTurns, task: named, content, mediaType, encryption } = team;
  const ids = (await names.idsOf(members, 'team_members')).filter((id) => id !== self.id);
  const task = named === undefined ? undefined : await claims.find({ taskId: named });
  const above = task && (await readGroup(as, task.group)).depth;
  const own = above === undefined ? 0 : above + 1;
  const { id, unmet } = await as.invoke('yangent-sessions:open', {
    ...{ from: self.id, kind: 'team', goal },
    member: ids.map((agent) => ({ agent })),
    ...(members.length > 0 ? {} : { need: [{ id: 'goal', text: goal }] }),
    ...(task && { parent: { task: task.id } }),
    ...(depth === undefined ? {} : { 'max-depth': own + depth }),
    ...(maxTurns === undefined ? {} : { 'turn-taking': { 'max-turns': maxTurns } }),
    ...(encryption === undefined ? {} : { encryption }),
    ...(content === undefined ? {} : { first: { content, ...typed(mediaType) } }),
  });
  return unmet === undefined ? introducedOnce(o, id) : [{ ...(await introduced(o, id)), unmet }];
}

/**
 * Fills what the team has not, and invites further members. A client that tells the team as it is, as it was told of it, gets it again.
 *
 * @throws RpcError access-denied for what others than the coordinator would change; invalid-value for another goal
 */
async function enlarge(
  o: IncomingOptions,
  { group: id, team }: Extract<Command, { readonly kind: 'enlarge' }>,
): Promise<readonly Told[]> {
  const { as, self, names } = o;
  const group = await readGroup(as, id);
  const { goal, maxTurns, encryption, members } = team;
  const fresh = (await names.idsOf(members, 'team_members')).filter((agent) => !group.members.includes(agent));
  if (goal !== undefined && ![undefined, goal].includes(group.goal ?? group.name))
    throw fault(
      'invalid-value',
      `the group has the goal ${shown(group.goal ?? group.name ?? '')}, which stays; for a team below a task of yours leave "group_id" out, and give its "task_id"`,
    );
  if (group.coordinator !== self.id) {
    if (fresh.length === 0) return [await introduced(o, id)];
    throw fault('access-denied', `agent ${shown(self.name)} is not the coordinator of the group, who adds members`);
  }
  const terms = {
    ...(goal === undefined || group.goal !== undefined ? {} : { goal }),
    ...(maxTurns === undefined || group.maxTurns !== undefined ? {} : { 'turn-taking': { 'max-turns': maxTurns } }),
    ...(encryption === undefined || encryption === (group.encryption ?? 'none') ? {} : { encryption }),
  };
  if (Object.keys(terms).length > 0) await as.act(`${sessionPath(id)}/set`, { agent: self.id, ...terms });
  const member = fresh.map((agent) => ({ agent }));
  if (fresh.length > 0) await as.act(`${sessionPath(id)}/invite`, { agent: self.id, member });
  return [await introduced(o, id)];
}

/** The draft has one word for the end: in an open state the sender has itself named for the conclusion first. */
async function conclude(
  o: IncomingOptions,
  { group, said, isFinal }: Extract<Command, { readonly kind: 'conclude' }>,
): Promise<readonly Told[]> {
  const { state } = await readGroup(o.as, group);
  const { messageId, content, mediaType, ...rest } = said;
  // Closed: the sender did not get the answer, and sends the conclusion again.
  if (state === 'conclusion' || state === 'closed')
    return [await send(o, group, { ...said, type: 'conclusion', nextSpeaker: [] })];
  const speaks = isFinal && content !== undefined;
  const nextSpeaker = isFinal ? [o.self.id] : said.nextSpeaker;
  const first = await send(o, group, {
    ...{ ...rest, type: 'conclude', nextSpeaker },
    ...(speaks ? {} : { content, mediaType, messageId }),
    ...(speaks && messageId !== undefined ? { messageId: `${messageId}/conclude` } : {}),
  });
  return speaks ? [first, await send(o, group, { ...said, type: 'conclusion' })] : [first];
}

/**
 * Brings the team to the state that a frame names. A discussion of the coordinator may change whether the team waits for its tasks.
 *
 * @throws RpcError invalid-value for another state than that of the team
 */
async function lead(
  { as, self }: IncomingOptions,
  group: string,
  { type }: Said,
  state: Group['state'],
): Promise<void> {
  const { state: now } = await readGroup(as, group);
  if (now === state) return;
  if (type === 'discussion' && SWITCHED.has(state)) {
    await as.act(`${sessionPath(group)}/grant-floor`, { agent: self.id, state });
    return;
  }
  throw fault(
    'invalid-value',
    `the group is in the state "${toldState(now)}", and this frame does not lead to "${toldState(state)}"; give "discussion", or no state`,
  );
}

const SWITCHED: ReadonlySet<string> = new Set(['synchronous-task-assignment', 'asynchronous-task-assignment']);

type Saying = Omit<Said, 'type'> & { readonly type: Said['type'] | 'task-assignment' };

/** Sends a message. @returns it as it was stored: the acknowledgement */
async function send(
  { as, self, names, known }: IncomingOptions,
  group: string,
  { type, content, mediaType, nextSpeaker, messageId, inReplyTo, covers, extension }: Saying,
  more: Pick<Send, 'mode' | 'task' | 'trigger'> = {},
): Promise<Told> {
  sessionPath(group);
  const { id, sequence } = await as.invoke('yangent-sessions:send', {
    ...{ session: group, from: self.id, type: `yangent-sessions:${type}`, ...more },
    ...(messageId === undefined ? {} : { id: messageId }),
    ...(content === undefined ? {} : { content }),
    ...typed(mediaType),
    ...(extension === undefined ? {} : { extension }),
    ...(inReplyTo === undefined ? {} : { 'in-reply-to': `${BigInt(inReplyTo)}` }),
    ...(covers === undefined ? {} : { covers: `${BigInt(covers)}` }),
    ...(nextSpeaker.length === 0 ? {} : { 'next-speaker': await names.idsOf(nextSpeaker, 'next_speaker') }),
  });
  // It is on its way to another node, from which it comes back with its number.
  if (sequence === undefined) return { sender: self.name, group_id: group, message_id: id };
  const before = `${BigInt(sequence) - 1n}` as const;
  const { message = [] } = await as.invoke('yangent-sessions:history', {
    ...{ agent: self.id, session: group, after: before, limit: 1 },
  });
  const [stored] = message;
  if (stored?.id === id) return toldMessage({ session: group, ...stored }, names, known);
  return { sender: self.name, group_id: group, message_id: id, sequence: Number(sequence) };
}

function typed(mediaType: string | undefined): { readonly 'media-type'?: string } {
  return mediaType === undefined ? {} : { 'media-type': mediaType };
}

async function introduced({ as, self, names, known }: IncomingOptions, id: string): Promise<Told> {
  const group = await readGroup(as, id);
  known.add(id, group.state);
  return toldGroup(id, group, names, self.name);
}

/** Returns the frame of a group that the client was just let in; none when the first message of the group came faster, and told it. */
async function introducedOnce({ as, self, names, known }: IncomingOptions, id: string): Promise<readonly Told[]> {
  const group = await readGroup(as, id);
  return known.meet(id, group.state) ? [await toldGroup(id, group, names, self.name)] : [];
}

/** Runs an action of the executor. @returns the message that the node says for it, or the state of the task where it says none */
async function onTask(
  { as, self, names, claims, known }: IncomingOptions,
  { id, group, taskId, attempt }: Claim,
  action: 'complete' | 'report-progress' | 'fail',
  input: object,
): Promise<Told> {
  const answer = await as.act(`${taskPath(id)}/${action}`, { attempt, ...input });
  const type = action === 'report-progress' ? 'task-progress' : 'task-result';
  if (action !== 'report-progress') claims.end(id);
  const said = { agent: self.id, session: group, from: self.id, type: [`yangent-sessions:${type}`], limit: 1 };
  const { message: [news] = [] } = await as.invoke('yangent-sessions:history', said);
  if (news?.['task-news']?.id === id && action !== 'report-progress')
    return toldMessage({ session: group, ...news }, names, known);
  return {
    ...{ sender: self.name, group_id: group, state: toldState((await readGroup(as, group)).state) },
    ...{ type: toldType(type), message_type: toldType(type), task_id: taskId, task_state: stateIn(answer) },
  };
}

function stateIn(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'state' in answer ? answer.state : undefined;
}
