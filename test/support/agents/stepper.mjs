// An agent for crash tests: answers at once, or in three steps, and writes down which work it did.
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** One line of JSON for each piece of work, in a file that outlives the process; without the variable nothing is written. */
const diary = process.env.STEPPER_DIARY;

export default {
  id: 'stepper',
  profile: {
    name: 'TMF-ACME-IP-1.0',
    description: 'Works in steps',
    version: '1.0.0',
    provider: 'ACME',
    domain: 'IP',
    skills: {
      skill: [
        { 'skill-name': 'quick', 'skill-description': 'answers at once' },
        { 'skill-name': 'steps', 'skill-description': 'answers after three steps' },
      ],
    },
  },
  skills: {
    quick: async (task) => `quick ${task.taskId}`,
    steps: async (task, run) => {
      const values = [];
      for (const name of ['check', 'repair', 'verify']) {
        const value = await run.step(name, async () => {
          note({ task: task.taskId, step: name, phase: 'begin' });
          await delay(Math.random() * 10);
          return `${name}-${Math.random()}`;
        });
        note({ task: task.taskId, step: name, phase: 'done', value });
        values.push(value);
      }
      await run.progress(90, 'all steps are done');
      return values.join(' ');
    },
  },
};

function note(line) {
  if (diary) appendFileSync(diary, `${JSON.stringify(line)}\n`);
}
