/** Checks that definitions do not run one another in a circle, or too deep. */
import { DEEPEST_RUN } from '../model/dag.js';
import { type Finding, nodePath } from './finding.js';

/** The part of a definition that says which others it runs. */
export interface Calling {
  readonly node: readonly { readonly name: string; readonly workflow?: { readonly definition: string } }[];
}

/**
 * Returns what is wrong with the definitions by which they run one another, by the name of the definition at fault.
 *
 * @param definitions all that are enabled
 */
export function checkCalls(definitions: ReadonlyMap<string, Calling>): ReadonlyMap<string, Finding> {
  const found = new Map<string, Finding>();
  const depths = new Map<string, number>();
  const open: string[] = [];
  /** Reports a circle to each of its members: any of them may be the one that was changed. */
  const circle = (members: readonly string[]) => {
    for (const [index, name] of members.entries()) {
      const way = [...members.slice(index), ...members.slice(0, index), name];
      const node = calledBy(definitions.get(name)).find(([, called]) => called === way[1])?.[0] ?? '';
      const message = `workflows run one another: ${way.join(' -> ')}`;
      const path = nodePath(node, '/workflow/definition');
      found.set(name, { severity: 'error', code: 'dag-cycle', path, message });
    }
  };
  const depthOf = (name: string, dag: Calling): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    open.push(name);
    let depth = 1;
    for (const [node, called] of calledBy(dag)) {
      const at = open.indexOf(called);
      if (at >= 0) {
        circle(open.slice(at));
        continue;
      }
      const other = definitions.get(called);
      if (!other) continue;
      depth = Math.max(depth, 1 + depthOf(called, other));
      if (depth > DEEPEST_RUN && !found.has(name)) {
        const message = `workflows run one another ${depth} deep; at most ${DEEPEST_RUN} are possible`;
        const path = nodePath(node, '/workflow/definition');
        found.set(name, { severity: 'error', code: 'dag-depth', path, message });
      }
    }
    open.pop();
    depths.set(name, depth);
    return depth;
  };
  for (const [name, dag] of definitions) depthOf(name, dag);
  return found;
}

function calledBy(dag: Calling | undefined): readonly (readonly [string, string])[] {
  return (dag?.node ?? []).flatMap(({ name, workflow }) => (workflow ? [[name, workflow.definition] as const] : []));
}
