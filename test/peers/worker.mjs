// The agent on the other node: counts as often as it is told, asks, negotiates, fails.
import { setTimeout as pause } from 'node:timers/promises';

const skill = (name, description) => ({ 'skill-name': name, 'skill-description': description });

export default {
  id: 'worker',
  profile: {
    name: 'worker',
    description: 'counts',
    version: '1.0.0',
    provider: 'ACME',
    domain: 'IP',
    skills: {
      skill: [
        skill('count', 'counts as far as its input says'),
        skill('ask', 'asks before it answers'),
        skill('fail', 'always fails'),
        skill('wait', 'works until it is told to stop'),
      ],
    },
    capability: { streaming: true, negotiate: 'acp-task-feasibility-negotiation-v1.0' },
  },
  skills: {
    count: async (task, run) => {
      const { to, pause: length = 0 } = task.input;
      for (let i = 1; i <= Number(to); i++) {
        await run.progress((100 * i) / Number(to), `counted ${i}`);
        if (length > 0) await pause(Number(length), undefined, { signal: run.signal });
      }
      return { artifacts: [{ name: 'sum', value: String(to) }], note: 'counted' };
    },
    ask: async (_task, run) => {
      const { content } = await run.requestInput('which link?');
      return `it is ${content}`;
    },
    fail: async () => {
      throw Object.assign(new Error('the fibre is cut'), {
        name: 'TaskFailure',
        code: 'unreachable',
        recovery: ['escalate'],
      });
    },
    wait: (_task, run) =>
      new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason), { once: true })),
  },
  feasibility: async (proposal) =>
    proposal.content[0]?.includes('half') ? { feasible: true } : { feasible: false, counter: 'half of it' },
};
