import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { dotOf, type SvgLimits, SvgRenderer, svgOf } from '../../../src/workflows/picture/index.js';
import { DIAMOND, edge, graph, REPAIR, task } from './graphs.js';
import { readSvg } from './read-svg.js';

const SMALL = dotOf({ dag: DIAMOND, name: 'diamond' });
const THOUSAND = Array.from({ length: 1000 }, (_, at) => `step-${at}`);
const LARGE = dotOf({
  dag: graph(
    THOUSAND.map((name) => task(name, 'skill')),
    THOUSAND.slice(10).flatMap((name, at) => {
      const others = new Set([at, at + ((at * 7) % 10)]);
      return [...others].map((other) => edge(`step-${other}`, name));
    }),
  ),
  name: 'large',
});

const renderers: SvgRenderer[] = [];
afterEach(async () => {
  await Promise.all(renderers.splice(0).map((each) => each.close()));
});
function renderer(limits: SvgLimits = {}): SvgRenderer {
  const made = new SvgRenderer(limits);
  renderers.push(made);
  return made;
}

it('a picture is one SVG element with its title, text and lines, and nothing that a browser would execute or fetch', async () => {
  const svg = await svgOf(dotOf({ dag: REPAIR, name: 'repair' }));
  expect(svg).toMatch(/^<svg role="graphics-document"[^>]*><title>Workflow repair 1\.2<\/title>/);
  expect(svg).not.toMatch(/<[?!]/);
  const { elements, attributes } = readSvg(svg);
  expect([...elements].sort()).toEqual(['ellipse', 'g', 'path', 'polygon', 'svg', 'text', 'title']);
  expect([...attributes].filter((name) => name.includes('href') || name.startsWith('on'))).toEqual([]);
});

it('a graph of a thousand nodes is drawn', async () => {
  const { shown } = readSvg(await svgOf(LARGE));
  expect(shown.filter(({ classes }) => classes[0] === 'node')).toHaveLength(1000);
});

it('a picture that takes too long is refused, and the next one is made', async () => {
  const slow = renderer({ time: 20 });
  await expect(slow.render(LARGE)).rejects.toMatchObject({
    fault: 'too-slow',
    message: 'the picture took longer than 20 milliseconds',
  });
  const quick = renderer({ time: 5000 });
  const waiting = [quick.render(LARGE), quick.render(SMALL)];
  expect((await Promise.all(waiting)).every((svg) => svg.startsWith('<svg'))).toBe(true);
});

it('the worker is ended with a picture that takes too long, and another one makes those that wait', async () => {
  // Ten thousand edges between all of some nodes: minutes for Graphviz.
  const names = THOUSAND.slice(0, 160);
  const dense = names.flatMap((from, at) => names.slice(at + 1).map((to) => `"${from}" -> "${to}"`)).join('\n');
  const slow = renderer({ time: 3000 });
  const results = await Promise.allSettled([slow.render(`digraph { ${dense} }`), slow.render(SMALL)]);
  expect(results).toMatchObject([{ status: 'rejected', reason: { fault: 'too-slow' } }, { status: 'fulfilled' }]);
});

it('a text that is too long is refused', async () => {
  await expect(renderer({ size: 100 }).render(SMALL)).rejects.toMatchObject({
    fault: 'too-big',
    message: `the graph is too big for a picture: ${Buffer.byteLength(SMALL)} bytes of DOT, at most 100`,
  });
});

it('as many pictures wait as may, and more are refused', async () => {
  const busy = renderer({ waiting: 2 });
  const taken = [busy.render(SMALL), busy.render(SMALL), busy.render(SMALL)];
  await expect(busy.render(SMALL)).rejects.toMatchObject({ fault: 'busy', message: '2 pictures wait already' });
  expect(await Promise.all(taken)).toHaveLength(3);
  expect(await busy.render(SMALL)).toMatch(/^<svg/);
});

it('what is no DOT is refused with the words of Graphviz', async () => {
  const made = renderer();
  await expect(made.render('digraph { "a" -> }')).rejects.toMatchObject({
    fault: 'invalid',
    message: expect.stringContaining('syntax error in line 1'),
  });
  expect(await made.render(SMALL)).toMatch(/^<svg/);
});

it.each([
  ['a link', 'digraph { a [URL="javascript:alert(1)"] }', 'the picture has an attribute "xlink:href"'],
  ['a link with a tooltip', 'digraph { a [URL="https://example.com", tooltip="t"] }', 'the picture has an element "a"'],
  ['a style sheet', 'digraph { stylesheet="https://example.com/a.css" a }', undefined],
  ['a gradient', 'digraph { a [style=filled, fillcolor="red:blue"] }', 'the picture has an element "defs"'],
])('DOT with %s is refused, or it is left out', async (_, dot, message) => {
  const result = await renderer()
    .render(dot)
    .catch((error: unknown) => error);
  if (message === undefined) expect(result).not.toContain('example.com');
  else expect(result).toMatchObject({ fault: 'unsafe' });
});

it('a picture that is no longer wanted is not made', async () => {
  const made = renderer();
  const [first, second] = [new AbortController(), new AbortController()];
  const pictures = [made.render(LARGE, first.signal), made.render(SMALL, second.signal), made.render(SMALL)];
  second.abort(new Error('second'));
  first.abort(new Error('first'));
  const results = await Promise.allSettled(pictures);
  expect(results).toMatchObject([
    { reason: { message: 'first' } },
    { reason: { message: 'second' } },
    { status: 'fulfilled' },
  ]);
  await expect(made.render(SMALL, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

it('a worker that was idle ends, and the next picture starts another one', async () => {
  const made = renderer({ idle: 1 });
  await made.render(SMALL);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await made.render(SMALL)).toMatch(/^<svg/);
});

it('pictures that wait when the renderer is closed are refused', async () => {
  const made = renderer();
  const pictures = [made.render(LARGE), made.render(SMALL)];
  await Promise.all([made.close(), ...pictures.map((each) => expect(each).rejects.toMatchObject({ fault: 'busy' }))]);
});

it('a process ends when its picture is made, not before and not long after', async () => {
  const program = `
    import { svgOf } from './src/workflows/picture/index.ts';
    const svg = await svgOf('digraph { a -> b }');
    console.log(svg.slice(0, 4));
  `;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 25_000 });
  expect(stdout).toBe('<svg\n');
});
