/** What of a task's description reaches its executor: what sharing policies let through (seed 000 §4.1). */
import { shownAgent } from '../../agents/index.js';
import { type Contexts, type SharedText, unlike } from '../../contexts/index.js';
import { RpcError } from '../../data/index.js';
import { entriesOf, type Members, textOf, textsOf } from '../../data/rfc7951/members.js';
import type { TaskDocument, TaskRecord } from './record.js';

/** Texts of a description that its author chooses freely; references to other things are none. */
const TEXTS = ['type', 'content', 'objective', 'expected-response'] as const;
/** The same in the entries of its lists: the key, which stays different in each entry, and further texts. */
const LISTED: Readonly<Record<string, { readonly key: string; readonly texts: readonly string[] }>> = {
  constraint: { key: 'name', texts: ['type', 'value', 'description'] },
  'expected-artifact': { key: 'name', texts: ['format', 'description'] },
  term: { key: 'term', texts: ['explanation'] },
};
/** A UUID (RFC 9562) says nothing, whatever its digits look like. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A text as the other side may have it. @param form of which media type it is, and of what, for errors */
export type Clean = (text: string, form?: Pick<SharedText, 'mediaType' | 'called'>) => string;

export interface SharingNeeds {
  /** Has the sharing policies. */
  readonly contexts: Contexts;
}

interface Parties {
  readonly from: string;
  readonly to: string;
}

export interface Minimised {
  readonly description: Members;
  /** Kinds of information that were removed. */
  readonly redacted: readonly string[];
}

/**
 * The description with what the policies remove taken out of its texts and its structured input.
 *
 * @throws RpcError access-denied when a policy does not let the one agent give this to the other.
 */
export function minimised(
  sharing: SharingNeeds,
  { from, to, description }: Parties & { readonly description: Members },
): Minimised {
  const left: Record<string, unknown> = { ...description };
  const redacted = new Set<string>();
  const clean = cleaner(sharing, { from, to }, 'task', redacted);
  for (const name of TEXTS) {
    const text = description[name];
    if (typeof text === 'string') left[name] = clean(text);
  }
  for (const [list, { key, texts }] of Object.entries(LISTED)) {
    if (description[list] === undefined) continue;
    const taken = new Map<string, number>();
    left[list] = entriesOf(description, list).map((entry) => ({
      ...withTexts(entry, texts, clean),
      [key]: unlike(taken, clean(textOf(entry, key) ?? '')),
    }));
  }
  const { input } = description;
  if (input !== undefined) left.input = cleanValue(input, clean);
  const dataParams = textsOf(description, 'data-param');
  // Data cannot be searched for what a policy removes.
  if (dataParams.length > 0) sharing.contexts.shareable({ from, to, type: 'task', content: '', dataParams });
  return { description: left, redacted: [...redacted] };
}

/**
 * Refuses an identifier of which a policy removes parts: without them it would name another task, or none.
 *
 * @throws RpcError access-denied, also as `minimised`
 */
export function requireShareableTaskId(
  sharing: SharingNeeds,
  { from, to }: Parties,
  taskId: string,
  path?: string,
): void {
  const content = taskId.replace(UUID, ' ');
  const { removed } = sharing.contexts.shareable({ from, to, type: 'task', content });
  if (removed.length === 0) return;
  throw new RpcError({
    type: 'application',
    tag: 'access-denied',
    path,
    message: `a sharing policy removes ${removed.join(', ')} from what agent "${shownAgent(from)}" tells agent "${shownAgent(to)}", and the task-id holds such information; give the task a task-id without it`,
  });
}

function withTexts(entry: Members, names: readonly string[], clean: (text: string) => string): Members {
  const cleaned = names.flatMap((name) => {
    const text = entry[name];
    return typeof text === 'string' ? [[name, clean(text)]] : [];
  });
  return { ...entry, ...Object.fromEntries(cleaned) };
}

/** A JSON value with its texts, and members, as `clean` leaves them. */
export function cleanValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  const left = clean(text);
  return left === text ? value : JSON.parse(left);
}

/** What one side of a task says about it besides its description: a reason, a comment. */
export interface Remark {
  readonly text?: string;
  /** Kinds of information that were removed. */
  readonly redacted?: readonly string[];
}

/**
 * The words as the other side may have them.
 *
 * @param by a user who speaks for the assigner's side, or the executing agent
 * @throws RpcError as `minimised`
 */
export function remark(
  sharing: SharingNeeds,
  { from, to }: Pick<TaskRecord, 'from' | 'to'>,
  text: string | undefined,
  by?: string,
): Remark {
  if (text === undefined) return {};
  const redacted = new Set<string>();
  const parties = by === to ? { from: to, to: from } : { from, to };
  return { text: cleaner(sharing, parties, 'task', redacted)(text), redacted: [...redacted] };
}

/** The same for words that must not keep anything from being done: without them where a policy forbids them. */
export function remarkIfAllowed(...given: Parameters<typeof remark>): Remark {
  try {
    return remark(...given);
  } catch (error) {
    if (isForbidden(error)) return {};
    throw error;
  }
}

/** A policy does not let the one agent give this to the other. */
export function isForbidden(error: unknown): boolean {
  return error instanceof RpcError && (error.tag === 'access-denied' || error.tag === 'too-big');
}

/** What a task records of what was removed, with what is removed now. */
export function redactedIn(
  { redacted: before = [] }: Pick<TaskDocument, 'redacted'>,
  removed: Iterable<string> = [],
): Pick<TaskDocument, 'redacted'> {
  const all = [...new Set([...before, ...removed])];
  return all.length > 0 ? { redacted: all } : {};
}

/** Texts of one agent as the other may have them; what is removed is noted in `redacted`. */
export function cleaner(
  { contexts }: SharingNeeds,
  parties: Parties,
  type: 'task' | 'conversation' | 'result',
  redacted: Set<string>,
): Clean {
  return (content, form) => {
    const shared = contexts.shareable({ ...parties, ...form, type, content });
    for (const kind of shared.removed) redacted.add(kind);
    return shared.content;
  };
}
