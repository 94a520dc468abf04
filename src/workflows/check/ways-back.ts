/** Checks that what the steps of a graph do can be taken back, where the graph goes back after a failure (`ATD-7-c`). */
import type { Dag } from '../model/dag.js';
import type { CheckContext } from './context.js';
import { nodePath } from './finding.js';

/** Warns of skills whose agents say that their work stays, at nodes without a compensation. */
export function checkWaysBack({ dag, surroundings, report }: CheckContext): void {
  if (!goesBack(dag)) return;
  for (const { name, task, compensation } of dag.node) {
    if (compensation || task?.agent === undefined || task.skill === undefined) continue;
    if (surroundings.skillsOf(task.agent)?.get(task.skill)?.checkpoint !== 'none') continue;
    const message = `the graph goes back after a failure, and agent "${task.agent}" says of its skill "${task.skill}" that its work stays (checkpoint none); give the node a compensation`;
    report('warning', 'dag-checkpoint', nodePath(name, '/task/skill'), message);
  }
}

/** True for a graph that goes back to a checkpoint without being asked. */
function goesBack({ execution, node }: Dag): boolean {
  const { 'on-failure': onFailure } = execution;
  return (
    onFailure === 'rollback' || onFailure === 'compensate' || node.some((each) => each['on-failure'] === 'rollback')
  );
}
