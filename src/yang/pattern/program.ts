/** Thompson's construction: a resolved expression as a flat program, linear in its (count-expanded) size. */
import type { Regex } from './ast.js';
import type { Charset } from './charset.js';
import type { Resolved } from './resolved.js';

export type Instruction =
  | { readonly op: 'character'; readonly set: Charset; readonly next: number }
  | { readonly op: 'split'; readonly targets: readonly number[] }
  | { readonly op: 'match' };

export interface Program {
  readonly start: number;
  readonly instructions: readonly Instruction[];
}

/** Returns the approximate number of instructions of a program: repetition counts multiply it. */
export function programSize(regex: Regex): number {
  switch (regex.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return regex.items.reduce((sum, item) => sum + programSize(item), 1);
    case 'choice':
      return regex.branches.reduce((sum, branch) => sum + programSize(branch), 1);
    case 'repeat':
      return (programSize(regex.body) + 1) * Math.max(1, regex.max ?? regex.min + 1);
  }
}

export function buildProgram(regex: Resolved): Program {
  const instructions: Instruction[] = [{ op: 'match' }];
  const add = (instruction: Instruction): number => instructions.push(instruction) - 1;

  /** Builds backwards: the program for `node` that continues at `next`; returns its start. */
  const build = (node: Resolved, next: number): number => {
    switch (node.kind) {
      case 'set':
        return add({ op: 'character', set: node.first, next });
      case 'sequence':
        return node.items.reduceRight((after, item) => build(item, after), next);
      case 'choice':
        return add({ op: 'split', targets: node.branches.map((branch) => build(branch, next)) });
      case 'repeat':
        return repeat(node.body, node.min, node.max, next);
    }
  };
  const repeat = (body: Resolved, min: number, max: number | undefined, next: number): number => {
    let start = next;
    if (max === undefined) {
      const targets: number[] = [next];
      start = add({ op: 'split', targets });
      targets.push(build(body, start));
    } else for (let n = min; n < max; n += 1) start = add({ op: 'split', targets: [next, build(body, start)] });
    for (let n = 0; n < min; n += 1) start = build(body, start);
    return start;
  };
  const start = build(regex, 0);
  return { start, instructions };
}
