import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawingOf } from '../../../src/workflows/picture/drawing.js';
import { mermaidOf, type StepPicture } from '../../../src/workflows/picture/index.js';
import { DIAMOND, REPAIR } from './graphs.js';
import { hostilePicture } from './hostile.js';

it('a diamond is this text', () => {
  expect(mermaidOf({ dag: DIAMOND, name: 'diamond' })).toMatchInlineSnapshot(`
    "flowchart TB
      accTitle: Workflow diamond 1.2
      heading["<b>diamond 1.2</b>"]
      style heading fill:none,stroke:none
      n0("<b>locate</b><br/>fault-location")
      n1("<b>reroute</b><br/>traffic-engineering")
      n2("<b>inspect</b><br/>line-test")
      n3("<b>report</b><br/>ticketing")
      n0 --> n1
      n0 --> n2
      n1 --> n3
      n2 --> n3
      classDef plain fill:#f1f5fb,stroke:#5b6b82,color:#111827
      class n0,n1,n2,n3 plain
    "
  `);
});

it('a run shows states as classes and words, edges not taken with a cross, the critical path bold', () => {
  const steps = new Map<string, StepPicture>([
    ['locate', { state: 'completed', agent: 'finder' }],
    ['reroute', { state: 'skipped' }],
    ['inspect', { state: 'executing', attempt: 2 }],
  ]);
  const picture = { dag: DIAMOND, name: 'diamond', state: 'running', steps, criticalPath: ['locate', 'inspect'] };
  expect(mermaidOf(picture)).toMatchInlineSnapshot(`
    "flowchart TB
      accTitle: Run of diamond 1.2: running, 1 executing, 1 pending, 1 completed, 1 skipped
      heading["<b>diamond 1.2</b><br/>running#59; 1 executing, 1 pending, 1 completed, 1 skipped<br/>bold#58; critical path #183; cross#58; not taken"]
      style heading fill:none,stroke:none
      n0("<b>locate</b><br/>fault-location by finder<br/>completed")
      n1("<b>reroute</b><br/>traffic-engineering<br/>skipped")
      n2("<b>inspect</b><br/>line-test<br/>executing, attempt 2")
      n3("<b>report</b><br/>ticketing<br/>pending")
      n0 --> n1
      n0 ==> n2
      n1 --x n3
      n2 --> n3
      classDef completed fill:#e0f5e6,stroke:#15803d,color:#111827
      class n0 completed
      classDef critical stroke-width:4px
      class n0,n2 critical
      classDef skipped fill:#ffffff,stroke:#94a3b8,color:#111827,stroke-dasharray:5 3
      class n1 skipped
      classDef executing fill:#d6e6ff,stroke:#1d4ed8,color:#111827
      class n2 executing
      classDef pending fill:#f8fafc,stroke:#94a3b8,color:#111827
      class n3 pending
      linkStyle 1 stroke-width:4px
      linkStyle 2 stroke:#9aa7b8
    "
  `);
});

it('all that a graph can have is drawn', () => {
  const text = mermaidOf({ dag: REPAIR, name: 'repair' });
  for (const line of [
    'n2 -.-> n4',
    'n2 --o n6',
    'n6 -->|"on failure"| n8',
    'n5{{"<b>quiet-time</b><br/>wait 1 h 30 min"}}',
    'n6[["<b>replace-optics</b><br/>workflow field-work #94;2"]]',
    'n9(["<b>restored</b><br/>gives by, spans<br/>join#58; any"])',
    'subgraph last ["finally, one after another"]',
  ])
    expect(text).toContain(line);
});

const LABEL = /"((?:[\p{L}\p{M}\p{N} .,()/=-]|#\d+;|<br\/>|<\/?b>)*)"/gu;
/** What a line is when its labels are taken out. */
const LINES = [
  /^flowchart TB$/,
  /^ {2}accTitle: [\p{L}\p{M}\p{N} .,:()/=-]*$/u,
  /^ {2}heading\[""\]$/,
  /^ {2}style heading fill:none,stroke:none$/,
  /^ {2}n\d+(\(""\)|\[\/""\\\]|\[\[""\]\]|\{\{""\}\}|\(\[""\]\)|\[""\])$/,
  /^ {2}n\d+ (--|==|-\.-)[>xo](\|""\|)? n\d+$/,
  /^ {2}subgraph last \[""\]$/,
  /^ {4}n\d+$/,
  /^ {2}end$/,
  /^ {2}n\d+ ~~~ n\d+$/,
  /^ {2}classDef [a-z]+ [a-z0-9:,# -]+$/,
  /^ {2}class (n\d+,?)+ [a-z]+$/,
  /^ {2}linkStyle (\d+,?)+ [a-z0-9:,# -]+$/,
  /^$/,
];

function words(label: string): string {
  return label
    .replace(/<\/?b>/g, '')
    .replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('\u2060', '');
}

it('no text of a graph or a run can leave its place', () => {
  fc.assert(
    fc.property(hostilePicture, (picture) => {
      const text = mermaidOf(picture);
      for (const line of text.replace(LABEL, '""').split('\n'))
        expect(
          LINES.some((each) => each.test(line)),
          line,
        ).toBe(true);
      const drawing = drawingOf(picture);
      const labels = [...text.matchAll(LABEL)].map(([, label = '']) => label.split('<br/>').map(words));
      const nodes = drawing.nodes.map(({ label, lines, stateLine, note }) =>
        [label, ...lines, ...(stateLine ? [stateLine] : []), ...(note ? [note] : [])].map((line) =>
          line.replaceAll('\u2060', ''),
        ),
      );
      expect(labels.slice(1, 1 + nodes.length)).toEqual(nodes);
    }),
    { numRuns: 300 },
  );
});
