// The agent on the other node: works step by step, asks, fails, waits until it is told to stop.
const skills = ['survey', 'ask', 'fail', 'wait', 'offer'];

export default {
  id: 'worker',
  profile: {
    name: 'worker',
    description: 'works on the other node',
    version: '1.0.0',
    provider: 'ACME',
    skills: { skill: skills.map((name) => ({ 'skill-name': name, 'skill-description': `the skill ${name}` })) },
  },
  feasibility: async ({ content: [asked = ''] }) =>
    asked.includes('moon')
      ? { feasible: false, counter: 'a survey of R1-R2', reason: 'the moon is too far' }
      : { feasible: true, reason: 'R1-R2 is near' },
  skills: {
    survey: async (task, run) => {
      await run.progress(40, 'half of the links seen', { estimate: 7.5 });
      await run.deliver({ name: 'draft', value: 'R1-R2 is dark' });
      const artifacts = [{ name: 'report', value: `seen: ${task.prompt.description}` }];
      return { artifacts, note: 'surveyed', quality: { links: 2, seen: 'R1-R2' } };
    },
    ask: async (_task, run) => {
      const first = await run.requestInput('which link?');
      const second = await run.requestInput('which end?');
      return `${first.content}, ${second.content}`;
    },
    offer: async (_task, run) => {
      const first = await run.propose(['-61 dBm', 'measured once']);
      if (first.satisfied) return 'satisfied at once';
      const second = await run.propose(`as you wish: ${first.counter}`);
      return `${second.verdict}: ${second.content.join()}`;
    },
    fail: async () => {
      throw Object.assign(new Error('the fibre is cut'), {
        name: 'TaskFailure',
        code: 'invalid-input',
        recovery: ['modify'],
      });
    },
    wait: (_task, run) =>
      new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason), { once: true })),
  },
};
