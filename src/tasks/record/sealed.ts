/**
 * Tasks whose content is sealed. Their documents are stored encrypted with a content key, and what is stored or told elsewhere has
 * their structure only: once the key is deleted, nothing but the structure is left.
 */
import { isObject } from '../../data/index.js';
import { type Execution, NEW_DOCUMENT, type TaskDescription, type TaskDocument, type TaskRecord } from './record.js';

/** Encrypts the content of tasks (`ContentKeys` of the room keys). */
export interface ContentSealing {
  /** @throws Error when there is no such key */
  seal(key: string, place: string, text: string): Promise<string>;
  /** Returns a text that is not encrypted as it is. @returns undefined when its key was deleted */
  open(place: string, text: string): Promise<string | undefined>;
}

/** For a node without content keys, which has no sealed tasks. */
export const NO_SEALING: ContentSealing = {
  seal: async () => {
    throw new Error('this node has no content keys');
  },
  open: async (_, text) => text,
};

/** A document as it is stored. */
export type StoredDocument = TaskDocument & {
  /** The whole document, encrypted. The other members are its structure. */
  readonly sealed?: string;
};

/** Returns a task with its structure only: who does it for whom, and how far it is. */
export function withoutContent<T extends Pick<TaskRecord, 'document'>>(task: T): T {
  return { ...task, document: structureOf(task.document) };
}

/** Members of a document that have no content. */
const STRUCTURE: ReadonlySet<string> = new Set<keyof TaskDocument>([
  ...(['seal', 'sensitivity', 'silence', 'assigned', 'key', 'authority', 'grant', 'explicit', 'percent'] as const),
  ...(['candidates', 'subscriptions', 'failures', 'dispatch', 'dispatches'] as const),
  ...(['halted', 'suspendedByExecutor'] as const),
]);
/** Members of a description that have none. */
const TERMS: ReadonlySet<string> = new Set<keyof TaskDescription>(['type', 'domain', 'async', 'policy']);

function structureOf(document: TaskDocument): TaskDocument {
  const { wanted, automatic } = document.verification;
  return {
    ...NEW_DOCUMENT,
    ...only(document, STRUCTURE),
    description: only(document.description, TERMS),
    verification: { wanted, ...(automatic === undefined ? {} : { automatic }) },
    ...(document.executor ? { executor: withoutResources(document.executor) } : {}),
  };
}

/** Returns those of the members that have one of the names. */
function only<T extends object>(members: T, names: ReadonlySet<string>): Partial<T> {
  const kept: Partial<T> = { ...members };
  for (const name in kept) if (!names.has(name)) delete kept[name];
  return kept;
}

function withoutResources({ resources: _, ...executor }: Execution): Execution {
  return executor;
}

/** Returns the stored text of the document of a sealed task. @param text its whole document, as JSON */
export async function sealedText(
  content: ContentSealing,
  { id, document }: Pick<TaskRecord, 'id' | 'document'>,
  seal: string,
  text: string,
): Promise<string> {
  const stored: StoredDocument = { ...structureOf(document), sealed: await content.seal(seal, placeOf(id), text) };
  return JSON.stringify(stored);
}

/** Returns tasks with their content, as far as it is not deleted. */
export async function opened(
  content: ContentSealing,
  tasks: readonly (TaskRecord & { readonly document: StoredDocument })[],
): Promise<readonly TaskRecord[]> {
  if (tasks.every(({ document }) => document.sealed === undefined)) return tasks;
  return Promise.all(tasks.map((task) => openedOne(content, task)));
}

async function openedOne(
  content: ContentSealing,
  task: TaskRecord & { readonly document: StoredDocument },
): Promise<TaskRecord> {
  const { sealed, ...structure } = task.document;
  if (sealed === undefined) return task;
  const text = await content.open(placeOf(task.id), sealed);
  return { ...task, document: text === undefined ? structure : JSON.parse(text) };
}

function placeOf(task: string): string {
  return `task ${task}`;
}

/** Returns a payload of the outbox about a task, encrypted when the task is sealed. */
export async function sealedPayload(
  content: ContentSealing,
  { id, document: { seal } }: Pick<TaskRecord, 'id' | 'document'>,
  payload: object,
): Promise<object> {
  if (seal === undefined) return payload;
  return { task: id, sealed: await content.seal(seal, `outbox ${id}`, JSON.stringify(payload)) };
}

/** Returns such a payload as it was given; undefined when its key was deleted. */
export async function openedPayload(content: ContentSealing, payload: unknown): Promise<unknown> {
  if (!isObject(payload) || typeof payload.sealed !== 'string') return payload;
  const text = await content.open(`outbox ${String(payload.task)}`, payload.sealed);
  return text === undefined ? undefined : JSON.parse(text);
}
