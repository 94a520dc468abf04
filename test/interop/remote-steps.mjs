// The agent of another node: each step leaves a line in a file before it works for a while, and one at its end.
import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const note = (text) => appendFileSync(process.env.EFFECTS, `${text}\n`);

export default {
  id: 'worker',
  profile: { name: 'worker', description: 'works far away', version: '1.0.0', provider: 'ACME' },
  skills: {
    slow: async ({ input, attempt }) => {
      note(`begun ${attempt}`);
      await setTimeout(1_500);
      note(`done ${attempt}`);
      return { artifacts: [{ name: 'result', data: { site: input.site } }] };
    },
  },
};
