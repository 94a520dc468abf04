// The agent of the task benchmark: its work costs nothing, so that what is measured is the node's share.
export default {
  id: 'worker',
  profile: { name: 'bench', description: 'bench', version: '1.0.0', provider: 'yangent' },
  skills: {
    quick: async () => 'done',
    steps: async (_task, run) => {
      const one = await run.step('one', async () => 1);
      const two = await run.step('two', async () => one + 1);
      return String(await run.step('three', async () => two + 1));
    },
  },
};
