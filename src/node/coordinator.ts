/** The agent that coordinates workflows, which each node has from its first start. */
import type { AgentDirectory } from '../agents/index.js';
import type { LocalNode } from './local.js';

const COORDINATOR = 'coordinator';

/** Configures the coordinator, unless there is an agent with this identifier. */
export async function configureCoordinator(
  local: Pick<LocalNode, 'edit'>,
  directory: Pick<AgentDirectory, 'get'>,
): Promise<void> {
  if (directory.get(COORDINATOR)) return;
  await local.edit({
    'yangent-agents:agents': {
      agent: [
        {
          id: COORDINATOR,
          visibility: 'public',
          profile: {
            name: COORDINATOR,
            description: 'Coordinates workflows: assigns the tasks of their steps to other agents.',
            version: '1.0',
            provider: 'yangent',
            skills: {
              skill: [
                { 'skill-name': 'workflow', 'skill-description': 'Runs a workflow of this node.' },
                { 'skill-name': 'agent-task-dag', 'skill-description': 'Runs a graph that comes with the task.' },
                {
                  'skill-name': 'agent-task-dag-rollback',
                  'skill-description': 'Takes the runs of earlier tasks back to their start.',
                },
              ],
            },
          },
          execution: { kind: 'hosted', target: 'workflows' },
        },
      ],
    },
  });
}
