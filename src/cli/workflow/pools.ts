/** Pools in files of the user: resources of which tasks take slots. */
import type { WorkflowFile } from '../../node/index.js';
import { membersOf, numeric, text } from '../remote/index.js';

export interface FiledPool {
  readonly name: string;
  /** Undefined: the file gives no number. */
  readonly slots: number | undefined;
  readonly file: string;
  /** Entry of the list `pool` of yangent-workflows. */
  readonly entry: unknown;
}

export function poolsIn(files: readonly WorkflowFile[]): readonly FiledPool[] {
  return files.flatMap(({ file, pools }) =>
    pools.map((entry) => {
      const members = membersOf(entry);
      return { name: text(members, 'name') ?? '', slots: numeric(members, 'slots'), file, entry };
    }),
  );
}

/** Returns e.g. `flashers, 4 slots`. */
export function poolText({ name, slots }: Pick<FiledPool, 'name' | 'slots'>): string {
  return `${name}, ${slots} ${slots === 1 ? 'slot' : 'slots'}`;
}

const NAME = /^[A-Za-z_][\w-]{0,63}$/;
const MOST_SLOTS = 65_535;

/** Returns the member of a pool that the model refuses, and the correct form: the rpc `check` takes no pools. */
export function poolFault({ name, entry }: FiledPool): { readonly path: string; readonly message: string } | undefined {
  if (!NAME.test(name))
    return { path: 'pool', message: 'a pool needs a name of letters, digits, _ and -, such as flashers' };
  const { slots } = membersOf(entry);
  if (typeof slots === 'number' && Number.isInteger(slots) && slots >= 1 && slots <= MOST_SLOTS) return undefined;
  return { path: `pool[name='${name}']/slots`, message: `slots is a whole number from 1 to ${MOST_SLOTS}` };
}
