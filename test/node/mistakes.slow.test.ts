/** Mistakes in the definition of an agent, as its author makes them: what was wrong, where, and what would be right. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ClosedLoop, closedLoop, defineAgent, type LoopDefinition } from '../../src/index.js';
import { type AgentDefinition, startNode } from '../../src/node/index.js';
import { spawnServe } from '../cli/process.js';
import { temporaryFolder } from '../support/clean-up.js';

const profile = { name: 'a', description: 'd', version: '1.0.0', provider: 'p' };
const PROFILE = JSON.stringify(profile);
const folder = temporaryFolder();
let files = 0;

function file(text: string, name = `agent-${files++}.mjs`): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function startedWith(agents: readonly (string | AgentDefinition)[]): Promise<string> {
  const node = await startNode({ data: temporaryFolder(), agents, clientFile: false, logLevel: 'silent' }).catch(
    (error: Error) => error.message.replaceAll(`${folder}/`, ''),
  );
  if (typeof node === 'string') return node;
  await node.close();
  return 'it starts';
}

const listed = (...names: string[]) =>
  JSON.stringify({ ...profile, skills: { skill: names.map((name) => ({ 'skill-name': name })) } });

describe('a file that defines an agent', () => {
  it.each([
    [
      'no-default.mjs',
      `export const agent = { id: 'a' };`,
      "it has no default export, only agent; write: export default defineAgent({ id: 'link-watch', … }), or a list of several",
    ],
    ['no-object.mjs', `export default 'a';`, 'an agent must be an object (see defineAgent), not "a"'],
    [
      'no-id.mjs',
      `export default { profile: ${PROFILE} };`,
      'the agent has no "id", by which others address it: add id: \'link-watch\', or the like',
    ],
    ['number.mjs', `export default { id: 7 };`, 'id must be a text, not 7'],
    [
      'space.mjs',
      `export default { id: 'a b' };`,
      'id: "a b" must be 1 to 128 characters without white space and / ? # % \\, as it stands in URLs and user names',
    ],
    [
      'member.mjs',
      `export default { id: 'a', skils: {} };`,
      "skils: an agent has no such member (did you mean 'skills'?); it has id, profile, skills, defaultSkill, feasibility, fulfillment, rollback, loops, sessions, devices",
    ],
    [
      'text.mjs',
      `export default { id: 'a', skills: { check: 'x' } };`,
      'skills.check must be a function, or an object with a function "run", not "x"',
    ],
    [
      'run.mjs',
      `export default { id: 'a', skills: { check: { input: {} } } };`,
      'skills.check has no function "run", which does the work',
    ],
    [
      'skill.mjs',
      `export default { id: 'a', skills: { check: { run() {}, inputs: {} } } };`,
      "skills.check.inputs: a skill has no such member (did you mean 'input'?); it has run, description, tags, input, output, freeText, templates, object, examples, words, text",
    ],
    [
      'free.mjs',
      `export default { id: 'a', skills: { check: { run() {}, freeText: 'yes' } } };`,
      "skills.check.freeText must be 'refuse', 'confirm' or 'allow', not \"yes\"",
    ],
    [
      'schema.mjs',
      `export default { id: 'a', skills: { check: { run() {}, input: { type: 'object', propertys: {} } } } };`,
      'agent "a": skill "check": the schema of its input is wrong: strict mode: unknown keyword: "propertys"',
    ],
    [
      'default.mjs',
      `export default { id: 'a', defaultSkill: 'chek', skills: { check() {}, mend() {} } };`,
      'defaultSkill: "chek" is none of its skills (did you mean \'check\'?): check, mend',
    ],
    [
      'idle.mjs',
      `export default { id: 'a', profile: ${listed('check')}, skills: { chek() {} } };`,
      'profile.skills.skill: "check" is a skill that nothing in "skills" does (did you mean \'chek\'?); add skills: { \'check\': async (task, run) => … }, or take it out of the profile',
    ],
    [
      'unlisted.mjs',
      `export default { id: 'a', profile: ${listed('check')}, skills: { check() {}, mend() {} } };`,
      "skills.mend is not in the profile, so nobody would find it; add { 'skill-name': 'mend' } to profile.skills.skill, or give the skill a description",
    ],
    [
      'loop.mjs',
      `export default { id: 'a', loops: [{ name: 'l', observe() {} }] };`,
      'loops[0] must be what closedLoop({ … }) gives, not an object with name, observe',
    ],
    [
      'loops.mjs',
      `const l = { name: 'l', observe() {}, plan() {}, action() {} }; export default { id: 'a', loops: [l, l] };`,
      'loops[1]: "l" is the name of another loop of this agent; give it its own',
    ],
  ])('%s', async (name, text, message) => {
    expect(await startedWith([file(text, name)])).toBe(`${name}: ${message}`);
  });

  it('is there', async () => {
    expect(await startedWith([join(folder, 'gone.ts')])).toBe('gone.ts: there is no such file');
  });

  it('that cannot be loaded is told with the line', async () => {
    const broken = file(`export default {\n  id: 'a' 'b',\n};\n`, 'broken.mjs');
    const thrown = file(`const licence = undefined;\nexport default licence.id;\n`, 'thrown.mjs');
    const typed = file(`const id: string = 'a';\nexport default { id };;\nif (\n`, 'typed.ts');
    const said = async (agent: string) => {
      const { ended, output } = spawnServe('--data', temporaryFolder(), '--netconf', '127.0.0.1:0', '--agent', agent);
      expect(await ended).toBe(2);
      return output().err.replaceAll(`${folder}/`, '');
    };
    expect(await said(broken)).toBe('yangent: cannot load broken.mjs: Unexpected string (broken.mjs:2)\n');
    expect(await said(thrown)).toBe(
      "yangent: cannot load thrown.mjs: Cannot read properties of undefined (reading 'id') (thrown.mjs:2)\n",
    );
    expect(await said(typed)).toMatch(
      /^yangent: cannot load typed\.ts: .*\ntyped\.ts:4:0: ERROR: Unexpected end of file\n$/,
    );
  }, 120_000);
});

describe('a profile', () => {
  it.each([
    [
      "profile: there is no node 'descripton' in 'profile' (did you mean 'description'?)",
      { name: 'a', descripton: 'd', version: '1', provider: 'p' },
    ],
    [
      "profile/capability/streaming: a value of type boolean is a JSON boolean (true or false) (RFC 7951 §6), not the string 'yes'",
      { ...profile, capability: { streaming: 'yes' } },
    ],
    ["profile/skills: the container 'skills' is an object in JSON, not an array", { ...profile, skills: [] }],
    [
      "profile/provider: the mandatory leaf 'provider' is missing in 'profile'",
      { name: 'a', description: 'd', version: '1' },
    ],
  ])('%s', async (message, wrong) => {
    const agent = file(`export default { id: 'a', profile: ${JSON.stringify(wrong)} };`);
    const path = agent.slice(folder.length + 1);
    expect(await startedWith([agent])).toBe(
      `${path}: the agent cannot be hosted:\n  /yangent-agents:agents/agent[id='a']/${message}`,
    );
  });
});

describe('several agents', () => {
  const loop: LoopDefinition = closedLoop({
    name: 'l',
    observe: () => {
      throw new Error('not started');
    },
    analyse: () => undefined,
    decide: () => undefined,
    execute: async () => undefined,
    verify: async () => ({ ok: true, note: '' }),
  });

  it('have identifiers of their own', async () => {
    const [one, two] = [file(`export default { id: 'a' };`, 'one.mjs'), file(`export default { id: 'a' };`, 'two.mjs')];
    expect(await startedWith([one, two])).toBe(
      'one.mjs and two.mjs both define the agent "a"; each agent of a node needs an id of its own',
    );
    expect(await startedWith([one, one])).toBe(
      'one.mjs is given twice, or defines the agent "a" twice; each agent of a node needs an id of its own',
    );
  });

  it('stand in files of their own, or several in one', async () => {
    const several = (...ids: readonly string[]) =>
      file(`export default ${JSON.stringify(ids.map((id) => ({ id })))};`, `${ids.join('-') || 'none'}.mjs`);
    expect(await startedWith([several('a', 'a')])).toBe(
      'a-a.mjs is given twice, or defines the agent "a" twice; each agent of a node needs an id of its own',
    );
    expect(await startedWith([several('a', 'b c')])).toContain('a-b c.mjs: id: "b c" must be 1 to 128 characters');
    expect(await startedWith([several()])).toContain(
      'none.mjs: its default export has no agent; write: export default',
    );
  });

  it('have loops with names of their own', async () => {
    expect(
      await startedWith([
        { id: 'a', loops: [loop] },
        { id: 'b', loops: [loop] },
      ]),
    ).toBe('agent "b": the loop "l" has the name of a loop of agent "a"; loops of a node need names of their own');
  });

  it('have loops whose policy is as the model says', async () => {
    const wild: LoopDefinition = { ...loop, policy: JSON.parse('{ "mode": "wild" }') };
    expect(await startedWith([{ id: 'a', profile, loops: [wild] }])).toBe(
      `agent "a": the agent cannot be hosted:\n  /yangent-loops:loops/loop[name='l']/policy/mode: 'wild' is not one of: autonomous, approve, observe`,
    );
  });

  it('have loops that are whole', () => {
    const part = (members: object): ClosedLoop<unknown, unknown, { summary: string }, unknown> =>
      JSON.parse(JSON.stringify(members));
    expect(() => closedLoop(part({}))).toThrow('closedLoop: a loop needs a "name", a text');
    expect(() => closedLoop(part({ name: 'l' }))).toThrow(
      'loop "l": observe must be a function; a loop has observe, analyse, decide, execute, verify',
    );
    expect(() => closedLoop(part({ name: 'l', analize: 1 }))).toThrow(
      `loop "l": analize: a loop has no such member (did you mean 'analyse'?); it has name, goal, policy, observe, analyse, decide, execute, verify, recover, compensate`,
    );
  });
});

it('an agent that is right starts, its skills told by profile or description', async () => {
  const agent = defineAgent({
    id: 'a',
    profile: { ...profile, skills: { skill: [{ 'skill-name': 'check' }] } },
    skills: { check: async () => 'x', mend: { description: 'mends', run: async () => 'y' } },
  });
  expect(await startedWith([agent])).toBe('it starts');
});
