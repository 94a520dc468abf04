/** yangent workflow migrate, inject, rollback: what changes a run that is under way. */
import { expect, test } from 'vitest';
import { plain, useWorkflowRig } from './workflow-rig.js';

const { command, save } = useWorkflowRig();

const SEARCH = `name: tonight
version: '1'
nodes:
  find: { task: { skill: do, agent: field }, input: { site: '"north"' } }
  window: { wait: { signal: open }, after: find }
  mend: { task: { skill: mend, agent: field }, input: { site: steps.find.output.result.site }, after: window }
output: { mended: steps.mend.output.report.mended }
`;

test('migrate says what stands in the way, and lets a run go on in another revision; inject corrects an output', async () => {
  await command('load', save('tonight.yaml', SEARCH));
  const [, id] = /run (\S+) of/.exec((await command('start', 'tonight')).out) ?? [];
  await expect.poll(async () => (await command('show', `${id}`)).out).toContain('give the signal');
  const next = SEARCH.replace("version: '1'", "version: '2'").replaceAll('find', 'search');
  await command('load', save('tonight.yaml', next));
  const dry = await command('migrate', 'tonight', '--dry-run');
  expect([dry.code, plain(dry.out), dry.err]).toEqual([
    1,
    `tonight: error: node[name='find']: step "find" is completed, and has no node in the new graph; keep the node, or map it to one of the new graph (migrate-image)
run ID cannot go on in revision 2
`,
    '',
  ]);
  expect(await command('migrate', 'tonight')).toEqual(dry);
  const json = await command('migrate', 'tonight', '--dry-run', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ id, revision: 2, finding: [{ code: 'migrate-image' }] });
  const fits = await command('migrate', 'tonight', '--map', 'find=search', '--dry-run');
  expect([fits.code, plain(fits.out)]).toEqual([0, 'run ID can go on in revision 2\n']);
  const done = await command('migrate', 'tonight', '--map', 'find=search', '--reason', 'a better name');
  expect([done.code, plain(done.out)]).toEqual([0, 'run ID goes on in revision 2, and is running\n']);
  const given = await command('inject', 'tonight', 'search', '{"result":{"site":"east"}}', '--reason', 'it is there');
  expect(plain(given.out)).toBe('step search of run ID has the output that you gave; the run is running\n');
  expect((await command('show', `${id}`)).out).toContain('output replaced by admin');
  await command('signal', 'tonight', 'open');
  const watched = await command('watch', `${id}`);
  expect(watched.out).toContain('it goes on in revision 2: a better name\n');
  expect(watched.out).toMatch(/^\S+ {2}search +completed +output replaced by admin: it is there$/m);
  expect(watched.out).toMatch(/\{\n {2}"mended": "east"\n\}\n$/);
});

const UNDO = `name: undo
version: '1'
nodes:
  find: { task: { skill: do, agent: field }, input: { site: '"north"' } }
  mend:
    task: { skill: mend, agent: field }
    input: { site: steps.find.output.result.site }
    risk: high
    compensation: { skill: mend, input: { site: output.report.mended } }
execution: { on-failure: compensate, assurance: fast }
`;

test('ATD-6-w: show lists the checkpoints of a run and its ways back to them, and what is said of risks', async () => {
  await command('load', save('undo.yaml', UNDO));
  const shown = (await command('show', 'undo')).out;
  expect(shown).toMatch(/^assurance +fast$/m);
  expect(shown).toMatch(/^on failure +compensate$/m);
  expect(shown).toMatch(/^mend +risk: high; undone by mend$/m);
  const started = JSON.parse((await command('start', 'undo', '--watch', '--json')).out);
  const before = (await command('show', started.id)).out;
  expect(before).toMatch(
    /^CHECKPOINT +AT\n1 +\S+Z +before the first step\n2 +\S+Z +before a step of high risk: mend\n\ngo back with: yangent workflow rollback \S+ --to CHECKPOINT --reason TEXT$/m,
  );
  await command('rollback', started.id, '--to', '2', '--reason', 'the wrong link', '--then', 'end');
  const after = (await command('show', started.id)).out;
  expect(after).toMatch(/^state +rolled-back$/m);
  expect(after).toMatch(/^ROLLBACK +TO +STATE +AT +BY +REASON\n1 +2 +restored +\S+Z +admin +the wrong link$/m);
  const json = JSON.parse((await command('show', started.id, '--json')).out);
  expect(json.checkpoint).toMatchObject([{ id: '1' }, { id: '2', type: 'yangent-workflows:recovery' }]);
});

test.each([
  [['migrate', 'tonight', '--revision', 'two'], 'It must be the number of a revision'],
  [['migrate', 'tonight', '--map', 'find'], 'It must be OLD=NEW'],
  [['inject', 'tonight', 'search', '{}'], "required option '--reason <text>' not specified"],
])('%s is refused before the node is asked', async (args, why) => {
  const { code, err } = await command(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(why)]);
});
