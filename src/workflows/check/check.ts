/** Checks a graph: one function for a commit, for `check` and for `start`. */
import type { Dag } from '../model/dag.js';
import { checkAuthorizations } from './authorization.js';
import { checkBounds } from './bounds.js';
import { CheckContext } from './context.js';
import { checkDirectory } from './directory.js';
import { checkExpressions } from './expressions.js';
import { type Finding, nodePath, type Report } from './finding.js';
import { checkSchemas } from './schemas.js';
import type { Surroundings } from './surroundings.js';
import { checkWaysBack } from './ways-back.js';

/** Findings of one graph; more help nobody. */
const MOST_FINDINGS = 100;

/** Returns the findings of a graph, at most 100. Other work runs meanwhile. @param isDraft only cycles are looked for */
export async function checkDag(dag: Dag, surroundings: Surroundings, isDraft = false): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const report: Report = (severity, code, path, message) => {
    if (findings.length < MOST_FINDINGS) findings.push({ severity, code, path, message });
  };
  const bad = isDraft ? new Set(schemasOf(dag)) : checkSchemas(dag, report);
  const context = new CheckContext(dag, surroundings, report, bad);
  checkCycle(context);
  if (isDraft) return findings;
  checkBounds(context);
  checkDirectory(context);
  checkAuthorizations(context);
  checkWaysBack(context);
  await checkExpressions(context);
  return findings;
}

function checkCycle({ graph, report }: CheckContext): void {
  const cycle = graph.cycle();
  if (!cycle) return;
  const [first = ''] = cycle;
  report('error', 'dag-cycle', nodePath(first), `the edges lead in a circle: ${cycle.join(' -> ')}`);
}

/** The schemas of a draft say nothing: they need not be any. */
function schemasOf(dag: Dag): readonly string[] {
  return [dag, ...dag.node].flatMap((each) =>
    [each['input-schema'], each['output-schema']].filter((text) => text !== undefined),
  );
}
