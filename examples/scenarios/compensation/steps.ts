/** The steps of the scenario, in the order of section 2.2 of the draft, and by what they are known in the account. */
import type { Entry, Step } from '../stage/index.js';

const between = ({ from, to }: Entry, a: string, b: string) => [from, to].includes(a) && [from, to].includes(b);

export const STEPS: readonly Step[] = [
  { id: '0', title: 'A base station goes off the air', has: ({ about }) => about === 'fault' },
  {
    id: '4',
    title: 'The compensation is withdrawn, and energy saving resumes',
    has: ({ about, act, task }) =>
      about === 'withdrawal' || act === 'provides' || (act === 'answers' && TAKEN_BACK.includes(task?.type ?? '')),
  },
  {
    id: '2',
    title: 'The optimisation agent has the energy-saving agent give way, and raises the power of the neighbours',
    has: (entry) => entry.about === 'power' || between(entry, 'optimisation', 'energy-saving'),
  },
  {
    id: '1',
    title: 'The fault agent has the optimisation agent compensate',
    has: (entry) => between(entry, 'mobile-fault', 'optimisation'),
  },
  {
    id: '3',
    title: 'The fault agent diagnoses with the IP fault agent, and repairs',
    has: ({ about, from, to }) => about === 'repair' || [from, to].includes('ip-fault'),
  },
];

const TAKEN_BACK = ['compensate', 'give-way'];
