/** Leads a team by rules: each speaker speaks once, then the tasks end, then the team concludes. */
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import { isSealed } from '../record/terms.js';
import { clearness } from '../sealed/forms.js';
import type { SessionServices } from '../services.js';
import { haveHadFloor } from './given.js';
import type { Conclusion, Coordination } from './hooks.js';
import { tasksIn, unfinishedIn } from './tasks.js';

type Needs = Pick<SessionServices, 'store' | 'members' | 'messages' | 'tasks' | 'directory' | 'states'>;

/** Members, and messages about the floor, that are looked at. */
const MOST_MEMBERS = 1_000;
const MOST_MESSAGES = 10_000;
/** Tasks and messages in a conclusion, and characters of each. */
const MOST_TOLD = 20;
const LONGEST = 2_000;

/** Returns what the coordinator does now; undefined when it waits. */
export async function byRules(o: Needs, session: SessionRecord, agent: string): Promise<Coordination | undefined> {
  const { id, terms } = session;
  const unfinished = await unfinishedIn(o, session);
  if (terms['turn-taking']?.mode === 'open') {
    const hasTasks = (await tasksIn(o, session)).length > 0;
    return hasTasks && unfinished.length === 0 ? { state: 'conclusion' } : undefined;
  }
  const speakers = await o.store.transact((tx) => o.members.eldest(tx, id, 'speaker', MOST_MEMBERS));
  const had = await haveHadFloor(o, id, MOST_MESSAGES);
  const next = speakers.find((each) => each.agent !== agent && !had.has(each.agent) && isThere(o, each.agent));
  if (next) return { next: [next.agent] };
  return { state: unfinished.length > 0 ? 'pause-and-trigger' : 'conclusion' };
}

function isThere({ directory, states }: Needs, id: string): boolean {
  const agent = directory.get(id);
  return agent !== undefined && states.stateOf(agent) !== 'offline';
}

/**
 * Returns a conclusion: the results of the tasks; without tasks, the last messages. Sealed texts cannot be put together: of these it
 * is the newest, and undefined where there is none.
 */
export async function concludeByRules(
  o: Pick<Needs, 'store' | 'messages'>,
  session: SessionRecord,
): Promise<Conclusion | undefined> {
  const { id } = session;
  const { results, said } = await o.store.transact(async (tx) => ({
    results: await o.messages.newestOf(tx, id, ['task-result'], MOST_TOLD),
    said: await o.messages.newestOf(tx, id, ['discussion'], MOST_TOLD),
  }));
  if (isSealed(session)) return newestSealed(results) ?? newestSealed(said);
  const told = (results.length > 0 ? results : said).map(line);
  return told.length > 0 ? told.join('\n') : 'nothing was said';
}

function newestSealed(messages: readonly MessageRecord[]): Conclusion | undefined {
  const newest = messages.findLast(({ content, mediaType }) => content !== undefined && !clearness(content, mediaType));
  const { content, mediaType } = newest ?? {};
  return content === undefined || mediaType === undefined ? undefined : { content, 'media-type': mediaType };
}

function line({ from = 'node', content = '' }: MessageRecord): string {
  return `${from}: ${content.length <= LONGEST ? content : `${content.slice(0, LONGEST - 1)}…`}`;
}
