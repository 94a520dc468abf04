/** Checks the capabilities that nodes give to their agents. */
import type { CheckContext } from './context.js';
import { nodePath } from './finding.js';

/** Reports capabilities that can never be met: actions that are none, and constraints that none of their actions knows. */
export function checkAuthorizations({ dag, surroundings, report }: CheckContext): void {
  for (const { name, authorization } of dag.node) {
    for (const capability of authorization?.capability ?? []) {
      const fault = surroundings.capabilityFault(capability);
      const path = nodePath(name, `/authorization/capability[name='${capability.name}']`);
      if (fault !== undefined) report('error', 'dag-capability', path, fault);
    }
  }
}
