/** What of a task's description reaches its executor: what sharing policies let through (seed 000 §4.1). */
import type { Members } from '../agents/index.js';
import type { TaskContext } from './context.js';

/** Texts of a description that say something of their own; names and references do not. */
const TEXTS = ['content', 'objective', 'expected-response'] as const;

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
  { contexts }: Pick<TaskContext, 'contexts'>,
  { from, to, description }: { readonly from: string; readonly to: string; readonly description: Members },
): Minimised {
  const left: Record<string, unknown> = { ...description };
  const redacted = new Set<string>();
  const clean = (content: string): string => {
    const shared = contexts.shareable({ from, to, type: 'task', content });
    for (const kind of shared.removed) redacted.add(kind);
    return shared.content;
  };
  for (const name of TEXTS) {
    const text = description[name];
    if (typeof text === 'string') left[name] = clean(text);
  }
  const { input } = description;
  if (input !== undefined) left.input = JSON.parse(clean(JSON.stringify(input)));
  return { description: left, redacted: [...redacted] };
}
