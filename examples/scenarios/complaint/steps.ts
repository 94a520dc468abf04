/** The steps of the scenario, after section 2.3 of the draft, for each of the complaints, and by what they are known. */
import type { Entry, Step } from '../stage/index.js';

type Fits = (entry: Entry) => boolean;

const topic =
  (...topics: readonly string[]): Fits =>
  ({ about = '' }) =>
    topics.some((each) => about.endsWith(` ${each}`));
const isOfB: Fits = ({ from, to = '' }) => [from, to].some((each) => each.endsWith('-b'));

/** An entry belongs to a complaint whose number, or that of its ticket, stands in what it is about, or in what is said to the ticket system. */
function isOf(number: number): Fits {
  const named = new RegExp(`\\b(?:TT|VM)-${number}\\b`);
  return ({ about, from, to, text }) => named.test([from, to].includes('ticket-system') ? text : (about ?? ''));
}

/** How the ticket client tells that a ticket is done with. */
const ENDS: readonly string[] = ['ticket-resolved', 'ticket-closed', 'ticket-held'];

const PARTS: readonly (readonly [letter: string, title: string, fits: Fits])[] = [
  ['f', 'the answer goes back to the customer', ({ about }) => about !== undefined && ENDS.includes(about)],
  [
    'b',
    'the BSS gives the ticket to the OSS of domain A',
    (entry) => topic('dispatch')(entry) || (entry.from === 'bss' && entry.to === 'ticket-system'),
  ],
  ['d', 'the part of domain B, and nothing else, is passed on', topic('forward')],
  ['e', 'domain B proceeds likewise', isOfB],
  [
    'c',
    'analysis, boundary localisation, and sub-tickets where it is in the domain',
    topic('analysis', 'boundary', 'sub-ticket', 'reading', 'repair'),
  ],
  ['a', 'a complaint becomes a ticket', () => true],
];

const ORDINALS = ['First', 'Second', 'Third'];

export const STEPS: readonly Step[] = [
  { id: '0', title: 'What nobody has noticed yet', has: ({ about }) => about === 'mistake' },
  ...ORDINALS.flatMap((ordinal, index) =>
    PARTS.map(([letter, title, fits]) => ({
      id: `${index + 1}${letter}`,
      title: `${ordinal} complaint: ${title}`,
      has: (entry: Entry) => isOf(index + 1)(entry) && fits(entry),
    })),
  ),
];
