/** The session that a command names: by its identifier, by the beginning of that, or by its name. */
import type { RestconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { ago, oneLine, shortIds } from '../terminal/index.js';
import { listSessions, missingSession, type Session } from './records.js';

export const SESSION_ARGUMENT = 'the identifier of the session, its first characters, or its name';

const WHOLE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The first characters of an identifier: a name is rarely so. */
const BEGINNING = /^[0-9a-f]{4,8}(-[0-9a-f-]*)?$/;
/** Sessions that are told when several are possible. */
const MOST_TOLD = 5;

/**
 * Returns the identifier of a session. A whole one is not looked up. Of several with one name, the only open one is taken.
 *
 * @throws UsageError when several are possible; RpcError data-missing when the user sees none
 */
export async function findSession(node: RestconfClient, text: string): Promise<string> {
  if (WHOLE.test(text)) return text;
  const all = await listSessions(node);
  const named = all.filter(({ name }) => name === text);
  const begun = BEGINNING.test(text) ? all.filter(({ id }) => id.startsWith(text)) : [];
  const possible = named.length > 0 ? named : begun;
  const open = possible.filter(({ state }) => state !== 'closed');
  const [only, second] = open.length === 1 ? open : possible;
  if (!only) throw missingSession(`"${text}"`);
  if (second) throw new UsageError(`several sessions are "${text}"; name one by its identifier:\n${choices(possible)}`);
  return only.id;
}

/** Returns a line for each session, for the user to choose one. */
function choices(sessions: readonly Session[]): string {
  const short = shortIds(sessions.map(({ id }) => id));
  const lines = sessions
    .slice(-MOST_TOLD)
    .map(
      (each) =>
        `  ${short(each.id)}  ${oneLine(titleOf(each))}  ${each.state}, opened ${ago(each.created)}${afterText(each, short)}`,
    );
  return [...(sessions.length > MOST_TOLD ? ['  … and others'] : []), ...lines].join('\n');
}

/** Returns which session it goes on with, as after the loss of a home. */
function afterText({ continues }: Session, short: (id: string) => string): string {
  return continues?.session === undefined ? '' : `, goes on with ${short(continues.session)}`;
}

/** Returns the words by which people know a session: its name, else its goal. */
export function titleOf({ name, goal, kind }: Session): string {
  return name ?? goal ?? kind;
}
