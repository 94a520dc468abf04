/** The publications that the scholar can search: some are found with their abstract, one is nothing but a PDF. */
import { pdfOf } from './pdf.js';

export interface Publication {
  readonly title: string;
  readonly authors: string;
  readonly topics: readonly string[];
  /** The text that the search finds of it; a PDF must be read first. */
  readonly found: { readonly abstract: string } | { readonly pdf: Buffer };
}

const LIBRARY: readonly Publication[] = [
  {
    title: 'Registries for Agents on the Open Internet',
    authors: 'Okafor, Lindqvist',
    topics: ['discovery'],
    found: { abstract: 'agents that describe their skills in one vocabulary are found by meaning, in any domain' },
  },
  {
    title: 'Floor Control for Teams of Agents',
    authors: 'Marchetti',
    topics: ['teams'],
    found: { abstract: 'a state machine with one speaker at a time ends more discussions with a result' },
  },
  {
    title: 'Nested Teams in the Internet of Agents',
    authors: 'Sato, Brandt',
    topics: ['teams'],
    found: {
      pdf: pdfOf([
        'Nested Teams in the Internet of Agents',
        'Sato, Brandt',
        'We let a member that meets a task beyond its skills',
        'form a team of its own for this task.',
        'Result: four of five tasks that had failed are completed',
      ]),
    },
  },
];

/** Returns the publications on a topic. */
export function publicationsOn(topic: string): readonly Publication[] {
  return LIBRARY.filter(({ topics }) => topics.includes(topic));
}
