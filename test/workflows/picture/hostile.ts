import * as fc from 'fast-check';
import type { PictureOf, StepPicture } from '../../../src/workflows/picture/index.js';
import { SHOWN_STATES } from '../../../src/workflows/picture/index.js';
import { edge, graph, node, task } from './graphs.js';

const PIECES = [
  ...[
    '"',
    '\\',
    '\\"',
    '\\\\',
    '\\n',
    '\\N',
    '\\G',
    '<',
    '>',
    '&',
    '&lt;',
    '&quot;',
    '&#10;',
    '</FONT>',
    '<BR/>',
    '<!--',
    '-->',
  ],
  ...[
    ']',
    '}',
    '->',
    ';',
    '#',
    '//',
    '/*',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\u001b',
    '\u007f',
    '\u2028',
    '\u202e',
    '\ufffe',
    '\ud800',
  ],
  ...[
    'end',
    'subgraph',
    'node',
    '%%',
    '%%{init: {}}%%',
    '`',
    '**',
    '_',
    '|',
    '#quot;',
    '#35;',
    '$$',
    'fa:fa-car',
    '1. ',
    '- ',
  ],
  ...['設備', 'é', '🛰️', 'عربى', 'a', ' ', 'javascript:alert(1)', '<script>alert(1)</script>', ']]>', '<![CDATA['],
];

/** Texts with all that has a meaning in DOT, in HTML-like labels, in SVG or in Mermaid. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 6 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((pieces) => pieces.join(''));

const step: fc.Arbitrary<StepPicture> = fc.record(
  {
    state: fc.constantFrom(...SHOWN_STATES),
    agent: hostileText,
    attempt: fc.integer({ min: 1, max: 9 }),
    items: fc.record({ done: fc.nat(), failed: fc.nat(), of: fc.nat() }),
    note: hostileText,
  },
  { requiredKeys: ['state'] },
);

/** Pictures of graphs in which every text is hostile. */
export const hostilePicture: fc.Arbitrary<PictureOf> = fc
  .record({
    names: fc.uniqueArray(hostileText, { minLength: 5, maxLength: 5 }),
    texts: fc.array(hostileText, { minLength: 9, maxLength: 9 }),
    steps: fc.option(fc.array(step, { minLength: 5, maxLength: 5 }), { nil: undefined }),
    last: fc.boolean(),
  })
  .map(({ names, texts, steps, last }) => {
    const [a = '', b = '', c = '', d = '', e = ''] = names;
    const [t0 = '', t1 = '', t2 = '', t3 = '', t4 = '', t5 = '', t6 = '', t7 = '', t8 = ''] = texts;
    const nodes = [
      task(a, t0, {
        task: { skill: t0, agent: t1, objective: t2, executors: 1, negotiate: false, verify: false },
        condition: t3,
        description: t4,
      }),
      node(b, 'workflow', {
        workflow: { definition: t1, version: t2, attempts: 1 },
        repeat: { until: t5, delay: 1, max: 2 },
      }),
      node(c, 'wait', { wait: { notification: { name: t6, stream: t6, match: t7 } } }),
      task(d, t8, { 'for-each': { items: t0, 'max-items': 9, 'max-parallel': 9, tolerate: 0 } }),
    ];
    const edges = [
      edge(a, b, { condition: t3, share: [t4, t5] }),
      edge(b, c, { on: ['failure', 'skipped'] }),
      edge(c, d, { type: t6, counts: false }),
      edge(a, e),
    ];
    return {
      dag: { ...graph(nodes, edges, last ? [d] : []), version: t8 },
      name: t7,
      ...(steps && {
        steps: new Map(names.map((name, at) => [name, steps[at] ?? { state: 'pending' }])),
        state: t6,
      }),
      criticalPath: [a, b, c],
    };
  });
