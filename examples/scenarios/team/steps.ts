/** The steps of the scenario, and by what they are known in the account. */
import type { Entry, Step } from '../stage/index.js';

const about =
  (...words: readonly string[]) =>
  (entry: Entry) =>
    words.includes(entry.about ?? '');

export const STEPS: readonly Step[] = [
  {
    id: '1',
    title: 'A team forms: the writer is found by meaning, the scholar by name',
    has: about('form', 'join paper team'),
  },
  { id: '2', title: 'Discussion, in turn', has: about('discussion') },
  {
    id: '3',
    title: 'Searches go on, and the team with them (asynchronous); a link is cut',
    has: about('search', 'outline', 'link'),
  },
  {
    id: '4',
    title: 'A PDF is beyond the scholar: a team below, with a third node',
    has: about('pdf', 'parse-pdf', 'join pdf team'),
  },
  { id: '5', title: 'The team waits (pause and trigger)', has: about('pause') },
  { id: '6', title: 'The paper is written (synchronous)', has: about('write') },
  { id: '7', title: 'Conclusion', has: about('conclusion') },
];
