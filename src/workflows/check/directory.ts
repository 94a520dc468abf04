/** Checks that the agents, skills and definitions which a graph names are there. */
import { didYouMean } from '../../yang/index.js';
import type { DagNode } from '../model/dag.js';
import type { CheckContext } from './context.js';
import { nodePath } from './finding.js';

export function checkDirectory(context: CheckContext): void {
  for (const node of context.dag.node) {
    checkAgent(node, context);
    checkDefinition(node, context);
    checkElsewhere(node, context);
  }
}

function checkAgent({ name, task, compensation }: DagNode, context: CheckContext): void {
  if (!task) return;
  checkSkill(name, 'task', task, context);
  if (!compensation) return;
  const agent = compensation.agent ?? task.agent;
  checkSkill(name, 'compensation', { ...compensation, ...(agent === undefined ? {} : { agent }) }, context);
}

/** Checks the agent and the skill of the task of a node, or of the one that undoes it. */
function checkSkill(
  name: string,
  place: 'task' | 'compensation',
  { agent, skill }: { readonly agent?: string; readonly skill?: string },
  { surroundings, report }: CheckContext,
): void {
  if (agent === undefined) {
    if (skill !== undefined && !surroundings.isSkill(skill))
      report('error', 'dag-unknown-skill', nodePath(name, `/${place}/skill`), `no agent has the skill "${skill}"`);
    return;
  }
  const skills = surroundings.skillsOf(agent);
  if (!skills) {
    report('error', 'dag-unknown-agent', nodePath(name, `/${place}/agent`), `there is no agent "${agent}"`);
    return;
  }
  if (skill === undefined || skills.has(skill) || surroundings.isForeign(agent)) return;
  const there = [...skills.keys()];
  const hint = didYouMean(skill, there);
  const list = there.slice(0, 10).join(', ') || 'none';
  report(
    'error',
    'dag-unknown-skill',
    nodePath(name, `/${place}/skill`),
    `agent "${agent}" has no skill "${skill}"${hint}; it has: ${list}`,
  );
}

/** The coordinator of another node may have any skills here: its node says whether it runs the graph. */
function checkElsewhere({ name, workflow }: DagNode, { surroundings, report }: CheckContext): void {
  const agent = workflow?.agent;
  if (agent === undefined || surroundings.skillsOf(agent)) return;
  report('error', 'dag-unknown-agent', nodePath(name, '/workflow/agent'), `there is no agent "${agent}"`);
}

function checkDefinition({ name, workflow }: DagNode, { surroundings, report }: CheckContext): void {
  if (!workflow || surroundings.definition(workflow.definition)) return;
  const path = nodePath(name, '/workflow/definition');
  const message = `there is no enabled definition "${workflow.definition}"; load it first, or both files together`;
  report('error', 'dag-unknown-definition', path, message);
}
