/** What of a task's description reaches its executor: what sharing policies let through (seed 000 §4.1). */
import { entriesOf, type Members, textsOf } from '../agents/index.js';
import type { TaskContext } from './context.js';

/** Texts of a description that say something of their own; names and references do not. */
const TEXTS = ['content', 'objective', 'expected-response'] as const;
/** The same in the entries of its lists. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  constraint: ['value', 'description'],
  'expected-artifact': ['description'],
  term: ['explanation'],
};

type Sharing = Pick<TaskContext, 'contexts'>;

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
  sharing: Sharing,
  { from, to, description }: Parties & { readonly description: Members },
): Minimised {
  const left: Record<string, unknown> = { ...description };
  const redacted = new Set<string>();
  const clean = cleaner(sharing, { from, to }, 'task', redacted);
  for (const name of TEXTS) {
    const text = description[name];
    if (typeof text === 'string') left[name] = clean(text);
  }
  for (const [list, texts] of Object.entries(LISTED)) {
    if (description[list] !== undefined)
      left[list] = entriesOf(description, list).map((entry) => withTexts(entry, texts, clean));
  }
  const { input } = description;
  if (input !== undefined) left.input = JSON.parse(clean(JSON.stringify(input)));
  const dataParams = textsOf(description, 'data-param');
  // Data cannot be searched for what a policy removes.
  if (dataParams.length > 0) sharing.contexts.shareable({ from, to, type: 'task', content: '', dataParams });
  return { description: left, redacted: [...redacted] };
}

function withTexts(entry: Members, names: readonly string[], clean: (text: string) => string): Members {
  const cleaned = names.flatMap((name) => {
    const text = entry[name];
    return typeof text === 'string' ? [[name, clean(text)]] : [];
  });
  return { ...entry, ...Object.fromEntries(cleaned) };
}

/** Texts of one agent as the other may have them; what is removed is noted in `redacted`. */
export function cleaner(
  { contexts }: Sharing,
  parties: Parties,
  type: 'task' | 'conversation',
  redacted: Set<string>,
): (content: string) => string {
  return (content) => {
    const shared = contexts.shareable({ ...parties, type, content });
    for (const kind of shared.removed) redacted.add(kind);
    return shared.content;
  };
}
