import { instance } from '@viz-js/viz';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawingOf } from '../../../src/workflows/picture/drawing.js';
import { dotOf, type PictureOf, type StepPicture } from '../../../src/workflows/picture/index.js';
import { safeSvg } from '../../../src/workflows/picture/safe-svg.js';
import { DIAMOND, edge, graph, node, REPAIR, task } from './graphs.js';
import { hostilePicture } from './hostile.js';
import { type ReadSvg, readSvg } from './read-svg.js';

const graphviz = await instance();
const seen = (picture: PictureOf): ReadSvg =>
  readSvg(safeSvg(graphviz.renderString(dotOf(picture), { format: 'svg' })));
const shown = (picture: PictureOf, title: string) => seen(picture).shown.find((each) => each.title === title);
const attributes = (picture: PictureOf, start: string) =>
  dotOf(picture)
    .split('\n')
    .find((line) => line.startsWith(`  ${start} [`) || line === `  ${start}`);

it('a diamond is this text', () => {
  const text = dotOf({ dag: DIAMOND, name: 'diamond' });
  expect(text).toMatchInlineSnapshot(`
    "digraph "Workflow diamond 1.2" {
      graph [rankdir=TB, nodesep=0.35, ranksep=0.45, pad=0.25, bgcolor="#ffffff", fontname="Verdana", fontsize=11, fontcolor="#111827", labelloc=t, labeljust=l, label=<<FONT POINT-SIZE="15"><B>diamond 1.2</B></FONT><BR ALIGN="LEFT"/> <BR ALIGN="LEFT"/>>]
      node [fontname="Verdana", fontsize=10, fontcolor="#111827", margin="0.14,0.08", shape=box, style=filled, fillcolor="#f1f5fb", color="#5b6b82"]
      edge [fontname="Verdana", fontsize=9, fontcolor="#475569", color="#475569", arrowsize=0.7]
      "locate" [style="filled,rounded", class="task", label=<<FONT POINT-SIZE="13"><B>locate</B></FONT><BR/><FONT COLOR="#4b5563">fault-location</FONT>>]
      "reroute" [style="filled,rounded", class="task", label=<<FONT POINT-SIZE="13"><B>reroute</B></FONT><BR/><FONT COLOR="#4b5563">traffic-engineering</FONT>>]
      "inspect" [style="filled,rounded", class="task", label=<<FONT POINT-SIZE="13"><B>inspect</B></FONT><BR/><FONT COLOR="#4b5563">line-test</FONT>>]
      "report" [style="filled,rounded", class="task", label=<<FONT POINT-SIZE="13"><B>report</B></FONT><BR/><FONT COLOR="#4b5563">ticketing</FONT>>]
      "locate" -> "reroute"
      "locate" -> "inspect"
      "reroute" -> "report"
      "inspect" -> "report"
    }
    "
  `);
});

it('a run says of each step what became of it', () => {
  const steps = new Map<string, StepPicture>([
    ['locate', { state: 'completed', agent: 'finder', attempt: 2 }],
    ['reroute', { state: 'skipped', note: 'the condition is false' }],
    ['inspect', { state: 'executing', items: { done: 3, failed: 1, of: 9 } }],
  ]);
  const { title, shown } = seen({ dag: DIAMOND, name: 'diamond', state: 'running', steps });
  expect(title).toBe('Run of diamond 1.2: running; 1 executing, 1 pending, 1 completed, 1 skipped');
  expect(
    shown.filter(({ classes }) => classes[0] === 'node').map(({ texts, classes }) => [...texts, classes[2]]),
  ).toEqual([
    ['locate', 'fault-location by finder', 'completed, attempt 2', 'completed'],
    ['reroute', 'traffic-engineering', 'skipped', 'the condition is false', 'skipped'],
    ['inspect', 'line-test', 'executing, 3 of 9 done, 1 failed', 'executing'],
    ['report', 'ticketing', 'pending', 'pending'],
  ]);
});

it.each([
  ['collect-alarms', ['alarm-collection']],
  ['locate-fault', ['fault-location', '3 agents, 2 must agree', 'repeat until output.confidence > 0.9 || round >= 5']],
  ['test-spans', ['line-test', "× each of steps['locate-fault'].output.spans"]],
  ['shift-traffic', ['traffic-engineering by te-core', 'if input.severity == "critical" && steps["…']],
  ['approve', ['wait for signal approval', 'with event.verdict == "yes"']],
  ['quiet-time', ['wait 1 h 30 min']],
  ['replace-optics', ['workflow field-work ^2']],
  ['reset-port', ['port-control', 'if it fails: continue']],
  ['restored', ['gives by, spans', 'join: any']],
  ['verify', ['service-test', 'join: 1 of 1']],
])('the node %s shows what it does and when', (name, lines) => {
  expect(shown({ dag: REPAIR, name: 'repair' }, name)?.texts).toEqual([name, ...lines]);
});

it.each([
  ['replace-optics->open-ticket', ['on failure']],
  ['reset-port->restored', ['on success or skipped']],
  ['test-spans->reset-port', ['if steps["test-spans"].output.all(each, ea…']],
  ['collect-alarms->locate-fault', []],
])('the edge %s says when it is taken', (title, texts) => {
  expect(shown({ dag: REPAIR, name: 'repair' }, title)?.texts.map((text) => text.trim())).toEqual(texts);
});

it('a node tells the whole of what its label shortens', () => {
  expect(shown({ dag: REPAIR, name: 'repair' }, 'shift-traffic')?.tip).toBe(
    'shift-traffic\ncondition: input.severity == "critical" && steps["collect-alarms"].output.count > 3',
  );
});

it('states can be told without colour: skipped and canceled are dashed, the critical path is bold', () => {
  const steps = new Map<string, StepPicture>([
    ['locate', { state: 'completed' }],
    ['reroute', { state: 'skipped' }],
    ['inspect', { state: 'canceled' }],
  ]);
  const picture = { dag: DIAMOND, name: 'diamond', steps, criticalPath: ['locate', 'inspect', 'report'] };
  expect(attributes(picture, '"reroute"')).toContain('style="filled,dashed,rounded"');
  expect(attributes(picture, '"inspect"')).toContain('style="filled,dashed,rounded"');
  expect(attributes(picture, '"inspect"')).toContain('penwidth=3');
  expect(attributes(picture, '"reroute"')).not.toContain('penwidth');
  expect(attributes(picture, '"inspect" -> "report"')).toContain('penwidth=3');
  expect(attributes(picture, '"reroute" -> "report"')).not.toContain('penwidth');
});

it('edges that cannot be satisfied any more end in a bar', () => {
  const dag = graph(
    [task('a', 's'), task('b', 's'), task('c', 's', { 'on-failure': 'continue' }), task('d', 's')],
    [edge('a', 'b'), edge('a', 'd', { on: ['failure'] }), edge('c', 'd'), edge('b', 'd')],
  );
  const steps = new Map<string, StepPicture>([
    ['a', { state: 'failed' }],
    ['b', { state: 'skipped' }],
    ['c', { state: 'failed' }],
  ]);
  const barred = ['"a" -> "b"', '"a" -> "d"', '"c" -> "d"', '"b" -> "d"'].map((start) =>
    attributes({ dag, name: 'x', steps }, start)?.includes('arrowhead=tee'),
  );
  expect(barred).toEqual([true, false, false, true]);
});

it('control edges are dotted, and an edge that the join does not ask for has an open arrow', () => {
  expect(attributes({ dag: REPAIR, name: 'repair' }, '"test-spans" -> "approve"')).toContain('style=dotted');
  expect(attributes({ dag: REPAIR, name: 'repair' }, '"test-spans" -> "replace-optics"')).toContain('arrowhead=empty');
});

it('a node of another module and one that is missing are shown as such', () => {
  const dag = graph([node('odd', 'none', { type: 'other:manual' })], [edge('odd', 'lost')]);
  expect(shown({ dag, name: 'x' }, 'odd')?.texts).toEqual(['odd', 'type other:manual']);
  expect(shown({ dag, name: 'x' }, 'lost')?.texts).toEqual(['lost', 'not in the graph']);
});

/** Groups as texts, in an order of their own: Graphviz has another one. */
const sorted = (groups: readonly (readonly [texts: readonly (string | undefined)[], tip: string])[]) =>
  groups.map(([texts, tip]) => JSON.stringify([texts.flatMap((text) => text?.trim() || []), tip.trim()])).sort();

it('no text of a graph or a run can leave its place', () => {
  fc.assert(
    fc.property(hostilePicture, (picture) => {
      const { title, nodes, edges } = drawingOf(picture);
      const read = seen(picture);
      expect(read.title).toBe(title.trim());
      const shown = (kind: string) =>
        sorted(read.shown.filter(({ classes }) => classes[0] === kind).map(({ texts, tip }) => [texts, tip]));
      expect(shown('node')).toEqual(
        sorted(
          nodes.map(({ label, lines, stateLine, note, tip }) => [[label, ...lines, stateLine, note], tip.join('\n')]),
        ),
      );
      expect(shown('edge')).toEqual(sorted(edges.map(({ label, tip }) => [[label], tip.join('\n')])));
    }),
    { numRuns: 300 },
  );
});

it('nodes whose names only differ in what cannot be shown stay apart', () => {
  const dag = graph([task('a\u0001', 's'), task('a\u0002', 's'), task('#0', 's')], [edge('a\u0001', 'a\u0002')]);
  const { shown } = seen({ dag, name: 'x' });
  expect(shown.map(({ title }) => title).sort()).toEqual(['#0', '#0->#1', '#1', '#2']);
});
