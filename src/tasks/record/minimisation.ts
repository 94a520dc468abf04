/** Minimises the description of a task for its executor: sharing policies remove parts of it (seed 000 §4.1). */
import { shownAgent } from '../../agents/index.js';
import { type Contexts, type SharedText, unlike } from '../../contexts/index.js';
import { RpcError } from '../../data/index.js';
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { TaskDescription, TaskDocument, TaskRecord } from './record.js';

/** UUIDs (RFC 9562): their digits are never taken for personal information. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Returns the text that the other side may have. @param form media type of the text, and its name for errors */
export type Clean = (text: string, form?: Pick<SharedText, 'mediaType' | 'called'>) => string;

export interface SharingNeeds {
  /** Holds the sharing policies. */
  readonly contexts: Contexts;
}

interface Parties {
  readonly from: string;
  readonly to: string;
  /** Sensitivity of what is said. Default: internal. */
  readonly sensitivity?: SharedText['sensitivity'];
}

export interface Minimised {
  readonly description: TaskDescription;
  /** Kinds of information that were removed. */
  readonly redacted: readonly string[];
}

/**
 * Removes what the policies forbid from the texts and the structured input of a description.
 *
 * @throws RpcError access-denied when a policy forbids to share the description
 */
export function minimised(
  sharing: SharingNeeds,
  { description, ...parties }: Parties & { readonly description: TaskDescription },
): Minimised {
  const redacted = new Set<string>();
  const clean = cleaner(sharing, parties, 'task', redacted);
  const { 'data-param': dataParams = [] } = description;
  const left = withoutAbsent({ ...description, ...cleanTexts(description, clean) });
  // Data parameters cannot be searched, so a policy that removes information refuses them.
  if (dataParams.length > 0) sharing.contexts.shareable({ ...parties, type: 'task', content: '', dataParams });
  return { description: left, redacted: [...redacted] };
}

/** Applies `clean` to the free texts of a description, not to its references. */
function cleanTexts(description: TaskDescription, clean: Clean) {
  const text = (each: string | undefined) => optional(each, clean);
  return {
    type: text(description.type),
    content: text(description.content),
    objective: text(description.objective),
    'expected-response': text(description['expected-response']),
    constraint: keyed(description.constraint, (each, key) => ({
      ...each,
      type: text(each.type),
      value: text(each.value),
      description: text(each.description),
      name: key(clean(each.name)),
    })),
    'expected-artifact': keyed(description['expected-artifact'], (each, key) => ({
      ...each,
      format: text(each.format),
      description: text(each.description),
      name: key(clean(each.name)),
    })),
    term: keyed(description.term, (each, key) => ({
      ...each,
      explanation: text(each.explanation),
      term: key(clean(each.term)),
    })),
    input: cleanValue(description.input, clean),
  };
}

/** Applies `cleaned` to the entries of a list. `key` keeps the keys of the entries unique. */
function keyed<T extends object>(
  entries: readonly T[] | undefined,
  cleaned: (entry: T, key: (text: string) => string) => T,
): readonly T[] | undefined {
  const taken = new Map<string, number>();
  return entries?.map((entry) => withoutAbsent(cleaned(entry, (text) => unlike(taken, text))));
}

/**
 * Refuses a task-id of which a policy would remove parts: without them it would name another task, or none.
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

/** Applies `clean` to a JSON value: to its texts and its members. */
export function cleanValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  const left = clean(text);
  return left === text ? value : JSON.parse(left);
}

/** A text about a task besides its description: a reason or a comment. */
export interface Remark {
  readonly text?: string;
  /** Kinds of information that were removed. */
  readonly redacted?: readonly string[];
}

/**
 * Returns the text that the other side may have.
 *
 * @param by author of the text: a user of the assigner's side, or the executing agent
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

/** Like `remark`, but omits the text when a policy forbids it: the operation goes on without it. */
export function remarkIfAllowed(...given: Parameters<typeof remark>): Remark {
  try {
    return remark(...given);
  } catch (error) {
    if (isForbidden(error)) return {};
    throw error;
  }
}

/** True for the error of a policy that forbids to share a text. */
export function isForbidden(error: unknown): boolean {
  return error instanceof RpcError && (error.tag === 'access-denied' || error.tag === 'too-big');
}

/** Returns the kinds of information removed so far, together with those removed now. */
export function redactedIn(
  { redacted: before = [] }: Pick<TaskDocument, 'redacted'>,
  removed: Iterable<string> = [],
): Pick<TaskDocument, 'redacted'> {
  const all = [...new Set([...before, ...removed])];
  return all.length > 0 ? { redacted: all } : {};
}

/** Returns a function that applies the sharing policies to texts. It adds removed kinds of information to `redacted`. */
export function cleaner(
  { contexts }: { readonly contexts: Pick<Contexts, 'shareable'> },
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

export function optional(text: string | undefined, clean: Clean): string | undefined {
  return text === undefined ? undefined : clean(text);
}
