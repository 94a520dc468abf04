/** Checks that definitions do not run one another in a circle, or too deep. */
import type { Dag } from '../model/dag.js';
import { type Finding, nodePath } from './finding.js';

/** Runs within runs. */
export const DEEPEST_RUN = 16;

/**
 * Returns what is wrong with the definitions by which they run one another, by the name of the definition at fault.
 *
 * @param definitions all that are enabled
 */
export function checkCalls(definitions: ReadonlyMap<string, Dag>): ReadonlyMap<string, Finding> {
  const found = new Map<string, Finding>();
  const depths = new Map<string, number>();
  const open: string[] = [];
  const depthOf = (name: string, dag: Dag): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    open.push(name);
    let depth = 1;
    for (const [node, called] of calledBy(dag)) {
      const at = open.indexOf(called);
      const path = nodePath(node, '/workflow/definition');
      if (at >= 0) {
        const circle = [...open.slice(at), called].join(' -> ');
        found.set(name, {
          severity: 'error',
          code: 'dag-cycle',
          path,
          message: `workflows run one another: ${circle}`,
        });
        continue;
      }
      const other = definitions.get(called);
      if (!other) continue;
      depth = Math.max(depth, 1 + depthOf(called, other));
      if (depth > DEEPEST_RUN && !found.has(name)) {
        const message = `workflows run one another ${depth} deep; at most ${DEEPEST_RUN} are possible`;
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

function calledBy({ node }: Dag): readonly (readonly [string, string])[] {
  return node.flatMap(({ name, workflow }) => (workflow ? [[name, workflow.definition] as const] : []));
}
