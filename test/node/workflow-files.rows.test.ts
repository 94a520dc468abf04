/** Files with workflows, which a node loads when it starts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { worker } from '../workflows/rig.js';

let folder: string;
let node: TestNode | undefined;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await node?.stop();
  node = undefined;
});

function save(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function start(...workflows: readonly string[]): Promise<TestNode> {
  node = await startTestNode({ agents: [worker()], workflows });
  return node;
}

/** Returns the message with which a node does not start, without the folder. */
async function refusal(...workflows: readonly string[]): Promise<string> {
  const error = await start(...workflows).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error('the node has started');
  return error.message.replaceAll(`${folder}/`, '');
}

async function definitions(): Promise<unknown> {
  const value = await node?.node.read('/yangent-workflows:workflows/definition');
  return JSON.parse(JSON.stringify(value ?? null));
}

const REPAIR = `# Finds a fault and mends it.
name: repair
version: '1.0'
nodes:
  find:
    task: { skill: do, agent: worker }
    input: { site: input.site }
  mend:
    task: { skill: do, agent: worker }
    input:
      site: steps.find.output.result.site
`;

describe('a workflow file', () => {
  it('is YAML, JSON, or a module; several documents of one file are several workflows', async () => {
    const yaml = save(
      'repair.yaml',
      `${REPAIR}---\nname: calls\nversion: '1'\nnodes: { call: { workflow: repair } }\n`,
    );
    const entry = {
      name: 'plain',
      version: '1',
      node: [{ name: 'a', task: { skill: 'none', agent: 'worker' }, pool: ['crew'] }],
    };
    const pool = [{ name: 'crew', slots: 2 }];
    const json = save('plain.json', JSON.stringify({ 'yangent-workflows:workflows': { definition: [entry], pool } }));
    const module = save(
      'made.mjs',
      "export default { name: 'made', version: '1', nodes: { a: { task: { skill: 'none', agent: 'worker' } } } };",
    );
    await start(yaml, json, module);
    const text = JSON.stringify(await definitions());
    for (const name of ['repair', 'calls', 'plain', 'made']) expect(text).toContain(`"name":"${name}"`);
    expect(text).toContain('"from":"find","to":"mend"');
  });

  it('replaces the definition of the start before', async () => {
    const file = save('repair.yaml', REPAIR);
    const options = { agents: [worker()], workflows: [file], data: join(folder, 'data') };
    const first = await startTestNode(options);
    await first.stop();
    writeFileSync(file, REPAIR.slice(0, REPAIR.indexOf('  mend:')));
    node = await startTestNode(options);
    const text = JSON.stringify(await definitions());
    expect(text).toContain('"number":2');
    expect(text).not.toContain('mend');
  });

  it('is refused with its place when it is wrong', async () => {
    const fault = (from: string, to: string) => refusal(save('repair.yaml', REPAIR.replace(from, to)));
    expect(await fault('nodes:', 'nodes: {')).toMatch(/^repair\.yaml:\d+:\d+: /);
    expect(await fault('steps.find', 'steps.fnd')).toBe(
      'repair.yaml:11:13: node "mend": input.site: there is no node "fnd" (did you mean \'find\'?); the nodes are find, mend',
    );
    expect(await fault("'1.0'", '1.0')).toBe(
      "repair.yaml:3:10: version: expected a text in quotation marks, such as '1.0', not 1",
    );
    // An agent may come later: the node starts, and the definition has a finding.
    await expect(fault('agent: worker }\n    input:\n', 'agent: walker }\n    input:\n')).rejects.toThrow(
      'the node has started',
    );
    expect(await fault('skill: do,', 'skill: do, executors: 99,')).toMatch(
      /^the workflows cannot be loaded:\n {2}repair\.yaml:6:35: node\[name='find'\]\/task\/executors: /,
    );
    expect(await fault('  find:\n', '  find:\n    after: mend\n')).toMatch(
      /repair\.yaml:6:5: node\[name='find'\]: the edges lead in a circle: .* \(dag-cycle\)$/,
    );
  });

  it('is refused with its place when it is a document of the model, or comes by an edge', async () => {
    const nodes = ['a', 'b'].map((name) => ({ name, task: { skill: 'none', agent: 'worker' } }));
    const edge = [{ from: 'a', to: 'b', share: ['x'] }];
    const definition = [{ name: 'plain', version: '1', node: nodes, edge }];
    const text = JSON.stringify({ 'yangent-workflows:workflows': { definition } }, undefined, 1);
    const line = text.split('\n').findIndex((each) => each.includes('"share"')) + 1;
    expect(await refusal(save('plain.json', text))).toMatch(
      new RegExp(`\\n {2}plain\\.json:${line}:16: edge\\[from='a'\\]\\[to='b'\\]/share: .* \\(dag-bounds\\)$`),
    );
    const twice = REPAIR.replace('    input:\n', '    after: { find: { share: x } }\n    input:\n');
    expect(await refusal(save('repair.yaml', twice))).toMatch(
      /\n {2}repair\.yaml:9:5: edge\[from='find'\]\[to='mend'\]/,
    );
  });

  it('is refused when it is not there, empty, XML, or defines what another one does', async () => {
    const trigger = { 'yangent-workflows:workflows': { trigger: [{ name: 'daily' }] } };
    expect(await refusal(save('trigger.json', JSON.stringify(trigger)))).toBe(
      'trigger.json:1:1: this is a trigger, not a workflow; load it with: yangent workflow trigger load FILE',
    );
    const other = { 'yangent-workflows:workflows': { run: [] } };
    expect(await refusal(save('run.json', JSON.stringify(other)))).toBe(
      'run.json:1:1: a file of workflows has definitions and pools, not "run"; start the node with --config for other configuration',
    );
    expect(await refusal(join(folder, 'none.yaml'))).toBe('none.yaml: there is no such file');
    expect(await refusal(save('empty.yaml', '# nothing\n'))).toBe(
      'empty.yaml: the file is empty; a workflow has a name and nodes',
    );
    expect(await refusal(save('w.xml', '<workflows/>'))).toMatch(/^w\.xml: it is XML; /);
    expect(await refusal(save('a.yaml', REPAIR), save('b.yaml', REPAIR))).toBe(
      'a.yaml and b.yaml both define the workflow "repair"; each needs its own name',
    );
    expect(await refusal(save('bomb.yaml', `a: &a [x]\nb: &b [${'*a,'.repeat(200)}]\n`))).toMatch(/^bomb\.yaml: /);
    expect(await refusal(save('w.mjs', 'export const x = 1;'))).toMatch(/^w\.mjs: it has no default export, only x; /);
  });
});
