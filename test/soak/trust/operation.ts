/** The operations that clients of the soak have asked for, and how their records and effects are found. */
import type { ServeProcess } from '../../support/serve.js';
import type { Clients } from './clients.js';

/** How the records of one operation are found: each request has an input, a target or an approval that no other has. */
export interface Sought {
  /** As in the records: `edit`, or MODULE:NAME. */
  readonly operation: string;
  readonly by: { readonly input: unknown } | { readonly target: string } | { readonly approval: string };
}

/** The life in which an effect is looked for. */
export interface Life {
  readonly process: ServeProcess;
  readonly clients: Clients;
}

export interface Operation {
  /** Names it in faults. */
  readonly name: string;
  readonly sought: Sought;
  /** Tells whether its effect is there; absent for one whose effect cannot be asked for. */
  readonly effect?: (life: Life) => Promise<boolean>;
  /** `open`: the node was killed before it answered. */
  outcome: 'open' | 'done' | 'refused';
}

/** Judges one operation. @param records number of its records with the outcome done. @returns the fault; undefined: there is none */
export function faultOf(
  { name, outcome }: Pick<Operation, 'name' | 'outcome'>,
  records: number,
  hasEffect: boolean | undefined,
): string | undefined {
  const told = `${name} (${outcome}): ${records} records`;
  if (records > 1) return `${told} of one operation`;
  if (outcome === 'done' && records === 0) return `${told}, and it was acknowledged`;
  if (outcome === 'refused' && records > 0) return `${told}, and it was refused`;
  if (hasEffect === undefined) return undefined;
  if (hasEffect && records === 0) return `${told}, and its effect is there`;
  if (!hasEffect && records > 0) return `${told}, and its effect is not there`;
  return undefined;
}
