/** yangent workflow: runs, from their start to their end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plain, REPAIR, useWorkflowRig, WAIT } from './workflow-rig.js';

const { command, folder, missing, node, save } = useWorkflowRig();

test('start --watch shows the steps, then the output', async () => {
  const { code, out, err } = await command('start', 'repair', '--input', '{"site":"north"}', '--watch');
  expect(err).toBe('');
  expect(plain(out)).toBe(`run ID of repair has started
hh:mm:ss  (run)             running
hh:mm:ss  find              executing
hh:mm:ss  find              completed
hh:mm:ss  mend              executing
hh:mm:ss  mend              completed
hh:mm:ss  (run)             completed

repair 1.0, run ID: completed, n s

{
  "mended": "north"
}
`);
  expect(code).toBe(0);
});

test('a run that fails ends with exit code 1, and says how to go on; retry does', async () => {
  missing.add('south');
  const { code, out } = await command('start', 'repair', '--input', '{"site":"south"}', '--watch');
  expect(code).toBe(1);
  expect(plain(out)).toContain('hh:mm:ss  mend              failed      there is no spare part\n');
  expect(plain(out)).toContain(
    'failed: step "mend" failed: there is no spare part (no-spare)\n' +
      'it can go on:\n' +
      '  yangent workflow retry ID mend            executes the step again, once its cause is mended\n' +
      '  yangent workflow skip ID mend             goes on without the step\n' +
      '  yangent workflow set-output ID mend JSON  goes on with an output that you give\n',
  );
  missing.delete('south');
  const retried = await command('retry', 'repair', '--reason', 'it has come');
  expect(plain(retried.out)).toMatch(/^step mend of run ID is \w+\n$/);
  const watched = await command('watch', 'repair', '--json');
  expect(watched.code).toBe(0);
  const last = watched.out.trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ state: 'completed', sequence: expect.any(Number) });
});

test('retry --watch and resume --watch show what comes then, and have the exit codes of start --watch', async () => {
  missing.add('west');
  await command('start', 'repair', '--input', '{"site":"west"}', '--watch');
  const [{ id }] = JSON.parse((await command('runs', 'repair', '--limit', '1', '--json')).out);
  const again = await command('retry', id, '--watch');
  expect(again.code).toBe(1);
  expect(plain(again.out)).toMatch(
    /^step mend of run ID is \w+\n(hh:mm:ss {2}.*\n)*hh:mm:ss {2}mend {14}failed {6}there is no spare part\n/,
  );
  expect(again.out).not.toContain('find');
  missing.delete('west');
  const json = await command('retry', id, '--watch', '--json');
  expect(json.code).toBe(0);
  expect(JSON.parse(json.out)).toMatchObject({ id, state: 'completed', output: { mended: 'west' } });

  await command('load', save('later.yaml', WAIT.replace('name: change', 'name: later')));
  await command('start', 'later');
  await command('pause', 'later');
  await command('signal', 'later', 'go', '--data', '{"site":"west"}');
  const resumed = await command('resume', 'later', '--watch');
  expect(resumed.code).toBe(0);
  expect(plain(resumed.out)).toMatch(/^run ID is running\n[\s\S]*\nlater 2, run ID: completed, n s\n/);
});

test('a run is named by the beginning of its identifier', async () => {
  const input = ['--input', '{"site":"north"}', '--watch', '--json'];
  const { id } = JSON.parse((await command('start', 'repair', ...input)).out);
  const { id: other } = JSON.parse((await command('start', 'repair', ...input)).out);
  const short = id.slice(0, 18);
  expect((await command('show', short)).out).toMatch(new RegExp(`^run +${id}$`, 'm'));
  expect((await command('runs', 'repair', '--limit', '2')).out).toContain(`\n${other.slice(0, 13)}`);
  for (const args of [
    ['watch', short],
    ['graph', '--run', short],
    ['show', short, '--json'],
  ])
    expect(await command(...args)).toMatchObject({ code: 0, err: '' });
  expect((await command('cancel', short)).err).toContain(id);
  const doubt = await command('show', id.slice(0, 4));
  expect(doubt.code).toBe(2);
  expect(plain(doubt.err)).toMatch(
    /^yangent: several runs begin with \w+; give more characters:\n {2}SHORT {2}repair {2}completed, started /,
  );
  expect(doubt.err.trimEnd().split('\n').length).toBeLessThanOrEqual(7);
  expect(await command('show', id.slice(0, 3))).toMatchObject({
    code: 2,
    err: `yangent: "${id.slice(0, 3)}" is too short for a run; give at least 4 characters of its identifier\n`,
  });
  expect((await command('watch', '0000')).err).toContain('there is no run 0000 that you may see');
});

test('on a terminal the table is drawn again in its place', async () => {
  const before = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
  try {
    const { out } = await command('start', 'repair', '--input', '{"site":"east"}', '--watch');
    const frames = out.replace(/\u001b\[[\d;]*[Km]/g, '').split(/\u001b\[\d+F/);
    expect(frames.length).toBeGreaterThan(1);
    const text = plain((frames.at(-1) ?? '').replace('\u001b[J', ''));
    expect(text).toContain('repair 1.0, run ID: completed, n s\n\nSTEP  STATE      AGENT  TIME\n');
    expect(text).toContain('find  completed  field  n s\nmend  completed  field  n s\n\n{\n  "mended": "east"\n}\n');
  } finally {
    Object.defineProperty(process.stdout, 'isTTY', before ?? { value: undefined, configurable: true });
  }
});

test('load, signal, pause, resume and cancel', async () => {
  const file = save('change.yaml', WAIT);
  expect((await command('load', file)).out).toBe('loaded  change 2   start it with: yangent workflow start change\n');
  expect((await command('load', file, '--json')).out).toContain('"created":false,"changed":false');
  expect((await command('load', file)).out).toMatch(/^unchanged change 2 /);
  expect((await command('load', save('change.yaml', `description: x\n${WAIT}`))).out).toMatch(/^updated change 2 /);
  const { out } = await command('start', 'change', '--label', 'site=west', '--deadline', '2h');
  expect(plain(out)).toBe('run ID of change is running\n  yangent workflow watch ID\n');
  expect(plain((await command('pause', 'change')).out)).toBe('run ID is paused\n');
  expect(plain((await command('resume', 'change')).out)).toBe('run ID is running\n');
  const signal = ['signal', 'change', 'go', '--data', '{"site":"west"}', '--key', 'one'];
  expect(plain((await command(...signal)).out)).toBe('run ID has the signal go\n');
  const watched = await command('watch', 'change');
  expect(watched.code).toBe(0);
  expect(plain(watched.out)).toContain('approved          executing   waits for: yangent workflow signal ID go\n');

  const [one, two] = [await command('start', 'change', '--json'), await command('start', 'change', '--json')];
  const doubt = await command('cancel', 'change');
  expect(doubt.code).toBe(2);
  expect(plain(doubt.err)).toMatch(
    /^yangent: 2 runs of change are under way; name one:\n {2}SHORT {2}change {2}running, started /,
  );
  for (const started of [one, two]) {
    const { id } = JSON.parse(started.out);
    expect(await command('cancel', id)).toEqual({ code: 0, out: `run ${id} is canceled\n`, err: '' });
  }
  const paused = await command('pause', JSON.parse(two.out).id);
  expect(paused.code).toBe(1);
  expect(paused.err).toContain('bad-transition');
});

test('a run of a file says for what it waits, and how its time ends', async () => {
  const file = save('timed.yaml', WAIT.replace('{ wait: { signal: go } }', '{ wait: { signal: go }, timeout: 1h }'));
  const { id } = JSON.parse((await command('start', file, '--json')).out);
  const shown = plain((await command('show', id)).out);
  expect(shown).toMatch(/^approved {2}executing +n s {2}waits for the signal go; fails at \d\d:\d\d:\d\d$/m);
  expect(shown).toMatch(/^give the signal: yangent workflow signal SHORT go$/m);
  await command('cancel', id);
  expect((await command('show', id)).out).toMatch(/^state +canceled, 0 %$/m);
});

test('pools are loaded and checked, also beside the workflows that name them', async () => {
  const document = (slots: number) =>
    JSON.stringify({ 'yangent-workflows:workflows': { pool: [{ name: 'flashers', slots }] } });
  const pool = save('pool.json', document(4));
  const flash = save(
    'flash.yaml',
    REPAIR.replace('name: repair', 'name: flash').replace('    retry: 1\n', '    pool: flashers\n'),
  );
  expect((await command('check', flash)).err).toContain(
    "error: node[name='mend']/pool[.='flashers']: there is no pool of this name (must-violation)",
  );
  expect(await command('check', flash, pool)).toEqual({
    code: 0,
    out: `${pool}: pool flashers is right\n${flash}: flash is right\n`,
    err: '',
  });
  expect(await command('check', save('none.json', document(0)))).toMatchObject({
    code: 1,
    out: expect.stringContaining("error: pool[name='flashers']/slots: slots is a whole number from 1 to 65535"),
  });
  expect((await command('load', pool)).out).toBe('loaded  pool flashers, 4 slots\n');
  expect((await command('load', save('pool.json', document(1)))).out).toBe('updated pool flashers, 1 slot\n');
  expect(JSON.parse((await command('load', pool, '--json')).out)).toEqual([
    { pool: 'flashers', slots: 1, file: pool, created: false, changed: false },
  ]);
  const empty = save('empty.json', '{ "yangent-workflows:workflows": {} }');
  expect((await command('load', empty)).err).toBe(`yangent: ${empty}: there is neither a workflow nor a pool in it\n`);
});

test('of several runs under way, a name stands for the only one of the caller', async () => {
  const ann = ['--user', 'ann', '--password-file', join(node().directory, 'ann.password')];
  const { id } = JSON.parse((await command('start', 'change', '--json', ...ann)).out);
  const { id: own } = JSON.parse((await command('start', 'change', '--json')).out);
  const { id: other } = JSON.parse((await command('start', 'change', '--json')).out);
  const doubt = plain((await command('cancel', 'change')).err);
  expect(doubt).toMatch(/^yangent: 2 runs of change that you started are under way; name one:\n/);
  expect(doubt).toMatch(/^ {2}SHORT {2}change {2}running, started .* by admin$/m);
  expect((await command('cancel', 'change', ...ann)).out).toBe(`run ${id} is canceled\n`);
  for (const each of [own, other]) await command('cancel', each);
});

test('an item that failed within tolerate is counted, and a for-each offers no output', async () => {
  missing.add('hill');
  const each = REPAIR.replace('name: repair', 'name: each')
    .replace(/output:\n[\s\S]*/, '')
    .replace(
      'input: { site: steps.find.output.result.site }',
      `input: { site: item }\n    for-each: { items: '["hill", "east"]', tolerate: 50 }`,
    );
  const file = save('each.yaml', each);
  const input = ['--input', '{"site":"x"}', '--watch', '--json'];
  const { id } = JSON.parse((await command('start', file, ...input)).out);
  expect((await command('show', id)).out).toMatch(/^mend +completed .* 1 of 2 items completed; 1 item failed$/m);
  const strict = save('each.yaml', each.replace('tolerate: 50', 'tolerate: 0'));
  const { out } = await command('start', strict, '--input', '{"site":"x"}', '--watch');
  expect(out).toContain('it can go on:\n  yangent workflow retry ');
  expect(out).not.toContain('set-output');
  missing.delete('hill');
});

test('signal warns of a name that no step waits for', async () => {
  const { id } = JSON.parse((await command('start', 'change', '--json')).out);
  expect(await command('signal', id, 'stop')).toEqual({
    code: 0,
    out: `run ${id} has the signal stop\n`,
    err: `warning: no step of run ${id} waits for the signal "stop"; it waits for go\n`,
  });
  await command('cancel', id);
});

test('cancel says that a run is being canceled while its steps have to end', async () => {
  const tell = '  tell: { wait: { seconds: 1 } }\nexecution: { finally: tell }\n';
  await command('load', save('last.yaml', WAIT.replace('name: change', 'name: last') + tell));
  const { id } = JSON.parse((await command('start', 'last', '--json')).out);
  expect((await command('cancel', id)).out).toBe(`run ${id} is being canceled\n`);
  expect((await command('watch', id)).out).toContain('(run)             canceled');
});

test('start says why a run has failed at once', async () => {
  const file = save('never.yaml', "name: never\nversion: '1'\nnodes: { sum: { output: { all: input.a + 1 } } }\n");
  const { code, out, err } = await command('start', file, '--input', '{"a":"x"}');
  expect(code).toBe(1);
  expect(plain(out)).toBe('run ID of never is failed\n  yangent workflow watch ID\n');
  expect(err).toMatch(/^failed: step "sum" failed: /);
});

test('runs is a table that can be narrowed', async () => {
  await command('start', 'repair', '--input', '{"site":"n"}', '--label', 'ticket=1', '--watch');
  const { out } = await command('runs', 'repair', '--label', 'ticket=1');
  expect(out).toMatch(
    /^RUN +WORKFLOW +STATE +DONE +STARTED +TIME +LABELS\n\S+ +repair 1\.0 +completed +100 % .* ticket=1\n$/,
  );
  expect((await command('runs', '--state', 'escalated')).out).toBe('no runs\n');
  expect((await command('runs', 'repair', '--limit', '1')).out).toContain('older ones are not shown; see --limit');
  expect(JSON.parse((await command('runs', '--limit', '2', '--json')).out)).toHaveLength(2);
  const started = async (...times: readonly string[]) =>
    JSON.parse((await command('runs', 'repair', '--label', 'ticket=1', ...times, '--json')).out).length;
  expect(await started('--since', '1h')).toBe(1);
  expect(await started('--since', '1h', '--until', '0s')).toBe(1);
  expect(await started('--until', '1h')).toBe(0);
  expect(await started('--since', '2000-01-31T22:00:00+01:00', '--until', '9999-01-01T00:00:00Z')).toBe(1);
  expect(await command('runs', '--since', '1h', '--until', '2h')).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^yangent: no run starts from \S+ on and before \S+; --since must be the earlier time\n$/,
    ),
  });
  expect((await command('runs', '--since', 'yesterday')).err).toContain('or how long ago, e.g. 30s, 15m, 2h or 1d.');
});

test('list and show describe workflows and runs', async () => {
  expect((await command('list')).out).toMatch(/^repair +1\.0 +2 +enabled +Finds the fault of a site and mends it\.$/m);
  const { out } = await command('show', 'repair');
  expect(out).toMatch(/^mend +task +mend by field +find$/m);
  expect(out).toMatch(/^1 +1\.0 +\S+ +system$/m);
  expect(out).toMatch(/\n\nmend {2}1 attempt\n\n/);
  const careful = REPAIR.replace('name: repair', 'name: careful').replace(
    'output:',
    '    condition: input.site != "x"\n    on-failure: continue\n  tell: { output: { a: "1" }, after: { mend: [failure, skipped] } }\noutput:',
  );
  await command('load', save('careful.yaml', careful));
  const terms = (await command('show', 'careful')).out;
  expect(terms).toMatch(/^tell +none +a +mend \(failure or skipped\)$/m);
  expect(terms).toMatch(/^mend {2}if input\.site != "x"; 1 attempt; on failure: continue$/m);
  const [run] = JSON.parse((await command('runs', 'repair', '--limit', '1', '--json')).out);
  const shown = await command('show', run.id);
  expect(shown.out).toMatch(/^workflow +repair, version 1\.0$/m);
  expect(shown.out).toMatch(/^mend +completed +field +\d/m);
});

test('show says what started a run, and why its steps failed, with the inputs of the items', async () => {
  missing.add('hill');
  const file = save(
    'sites.yaml',
    `name: sites
version: '1.0'
nodes:
  each: { workflow: repair, for-each: input.sites, input: { site: item } }
  mend: { task: { skill: mend, agent: field }, for-each: input.sites, input: { site: item }, retry: 1 }
execution: { others: finish }
`,
  );
  await command('load', file);
  const failed = await command('start', 'sites', '--input', '{"sites":["hill","east"]}', '--watch', '--json');
  const { id, step } = JSON.parse(failed.out);
  const shown = await command('show', id.slice(0, 18));
  expect(plain(shown.out)).toMatch(/^started by +\w+$/m);
  expect(plain(shown.out)).toContain(`
mend.1 has failed
  path     run=ID/step=mend,1,1
  message  there is no spare part
  code     no-spare
  input    {"site":"hill"}
  agent    field
  see      yangent task show ID
`);
  const child = step.find(({ node, item }: { node: string; item: number }) => node === 'each' && item === 1);
  expect(shown.out).toContain(`see      yangent workflow show ${child.run}\n`);
  const item = await command('retry', id, 'mend.1');
  expect(item.code).toBe(2);
  expect(item.err).toBe(
    `yangent: mend.1 is an item of a for-each, which is one step: yangent workflow retry ${id} mend\n`,
  );
  expect((await command('runs')).out).toMatch(/\n\S+ {2}└ repair 1\.0 +failed /);
  expect((await command('show', child.run)).out).toMatch(
    new RegExp(`^started by +the step each\\S* of run ${id}, for admin$`, 'm'),
  );
  missing.delete('hill');
});

test('graph draws a workflow and a run', async () => {
  expect((await command('graph', 'repair')).out).toMatch(/^flowchart TB\n/);
  expect((await command('graph', 'repair', '--format', 'dot')).out).toMatch(/^digraph /);
  const file = join(folder, 'run.svg');
  expect((await command('graph', '--run', 'repair', '--out', file)).out).toBe(`wrote ${file}\n`);
  expect(readFileSync(file, 'utf8')).toContain('<svg');
  expect((await command('graph')).err).toBe('yangent: name a workflow, or a run with --run\n');
  expect((await command('graph', 'repair', '--run', '0199')).err).toBe(
    'yangent: name the workflow "repair" or the run "0199", not both\n',
  );
  expect(await command('graph', 'repair', '--out', join(folder, 'run.png'))).toEqual({
    code: 2,
    out: '',
    err: `yangent: ${join(folder, 'run.png')}: no picture has this ending; use .svg, .dot, .gv, .mmd, or give --format\n`,
  });
  expect((await command('graph', 'repair.yaml')).err).toContain('first: yangent workflow load repair.yaml; ');
});

test('a file is started without being stored', async () => {
  const file = save('once.yaml', REPAIR.replace('name: repair', 'name: once'));
  const { code, out } = await command('start', file, '--input', '{"site":"x"}', '--watch', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ state: 'completed', output: { mended: 'x' } });
  expect((await command('list')).out).not.toContain('once');
  expect(plain((await command('runs', 'once')).out)).toMatch(/\nSHORT +once 1\.0 +completed .* file=once\n$/);
  const signalled = save('signalled.yaml', WAIT.replace('name: change', 'name: signalled'));
  await command('start', signalled);
  expect(plain((await command('signal', 'signalled', 'go', '--data', '{"site":"x"}')).out)).toBe(
    'run ID has the signal go\n',
  );
  expect(plain((await command('watch', 'signalled')).out)).toContain('signalled 2, run ID: completed');
});

test('a run that waits for a decision says which there are; skip goes on', async () => {
  missing.add('hill');
  const file = save(
    'hill.yaml',
    REPAIR.replace('name: repair', 'name: hill\nexecution: { on-failure: escalate }').replace(/output:[\s\S]*/, ''),
  );
  await command('load', file);
  const { code, out } = await command('start', 'hill', '--input', '{"site":"hill"}', '--watch');
  expect(code).toBe(1);
  expect(plain(out)).toContain('mend              failed      there is no spare part\n');
  expect(plain(out)).toMatch(/^ {2}yangent workflow skip ID mend +goes on without the step$/m);
  expect(plain((await command('skip', 'hill', '--reason', 'not needed')).out)).toBe('step mend of run ID is skipped\n');
  expect((await command('watch', 'hill')).code).toBe(0);
  await command('start', 'hill', '--input', '{"site":"hill"}', '--watch');
  const given = await command('set-output', 'hill', 'mend', '{"report":{"mended":"by hand"}}');
  expect(plain(given.out)).toBe('step mend of run ID is completed\n');
  expect((await command('watch', 'hill')).code).toBe(0);
  expect((await command('retry', 'hill')).err).toMatch(
    /^yangent: no step of run \S+ has failed; name the one that you mean\n$/,
  );
  expect((await command('retry', 'hill', 'mendd')).err).toContain(
    'has no step "mendd" yet; those that have begun are ',
  );
});

test('a file with runner-group is started with a warning', async () => {
  const file = save('crew.yaml', WAIT.replace('name: change', 'name: crew\nrunner-group: crew'));
  const { code, err } = await command('start', file, '--dry-run');
  expect([code, err]).toEqual([0, expect.stringMatching(/^warning: \S+crew\.yaml: runner-group is not applied /)]);
});

test('an expression that failed is not tried again first; a failed and retried step says so', async () => {
  const text =
    "name: sums\nversion: '1'\nnodes: { sum: { output: { all: input.a + 1 } }, one: { output: { a: '1' } } }\n";
  const failed = await command('start', save('sums.yaml', text), '--input', '{"a":"x"}', '--watch');
  expect(plain(failed.out)).toMatch(/it can go on:\n {2}yangent workflow skip ID sum .*\n.* set-output .*\n.* retry /);
  const again = await command('retry', 'sums', 'sum');
  expect(again.code).toBe(1);
  expect(plain(again.out)).toMatch(/^step sum of run ID is failed\nfailed: step "sum" failed: /);
  await command('set-output', 'sums', 'sum', '{"all":2}');
  const [{ id }] = JSON.parse((await command('runs', 'sums', '--json')).out);
  expect((await command('show', id)).out).toMatch(/^sum +completed .*its output was set by admin$/m);
});

test('mistakes are explained', async () => {
  expect((await command('cancel', '0199f3a2-7c1e-7d40-9a53-1f0f5b6f7e21')).err).toMatch(
    /^there is no run 0199f3a2-7c1e-7d40-9a53-1f0f5b6f7e21 that you may see; /,
  );
  const share = REPAIR.replace('retry: 1', "for-each: { items: '[1]', tolerate: 10% }");
  expect((await command('check', save('share.yaml', share))).err).toContain(
    'for-each.tolerate: it is a number of percent, not "10%"; write 10',
  );
  expect(await command('start', 'repiar')).toEqual({
    code: 1,
    out: '',
    err: 'there is no workflow "repiar" here (did you mean \'repair\'?); "yangent workflow list" shows those there are (data-missing)\n',
  });
  expect((await command('start', 'repair', '--input', '{}')).err).toContain(
    "the input does not fit its schema: it must have required property 'site'",
  );
  expect((await command('start', 'repair', '--input', '[]')).err).toContain('It must be a JSON object');
  expect((await command('start', 'repair', '--deadline', '-2h')).err).toContain('or a time from now, e.g. 30s, ');
  expect((await command('start', 'repair', '--input', '{"site":"a"}', '--dry-run')).out).toBe('repair can start\n');
  expect((await command('show', '0199')).err).toContain('there is no run 0199 that you may see');
  expect((await command('show', 'nothing')).err).toContain('there is no workflow "nothing" here');
  expect((await command('watch', 'nothing')).err).toContain('there is no workflow "nothing" here; ');
  expect((await command('watch', 'repiar')).err).toContain(
    'there is no workflow "repiar" here (did you mean \'repair\'?); ',
  );
  expect((await command('show', 'repiar')).err).toContain("(did you mean 'repair'?)");
  await command('load', save('fresh.yaml', WAIT.replace('name: change', 'name: fresh')));
  expect((await command('watch', 'fresh')).err).toContain('start one with: yangent workflow start fresh');
  expect((await command('load', join(folder, 'none.yaml'))).err).toBe(
    `yangent: ${join(folder, 'none.yaml')}: there is no such file\n`,
  );
});
