/**
 * The run of two nodes: a step, a gate, a workflow that the other node runs, and a step that fails. All of it is undone then, what
 * the other node did as well; persons are asked before the first step is undone.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type AgentDefinition, defineAgent } from '../../../../src/index.js';

/** `near` has the run, `far` runs a part of it. */
export type Role = 'near' | 'far';

export const PASSWORDS = { carol: 'carol-carol-carol', crew: 'crew-crew-crew', near: 'near-near-near' } as const;

/** The name of the secret with which the one node logs in at the other. */
export const CREDENTIAL = 'far';

const ROLLBACK = 'agent-task-dag-rollback';
const once = { retry: { 'max-attempts': 1 } };
const effect = { task: { skill: 'effect' }, compensation: { skill: 'undo' }, ...once };
const attached = (skill: string) => ({ task: { skill, agent: 'hand' }, ...once });

/** Agents are named by their skills: those of the other node are not known here. */
const INNER = {
  name: 'inner',
  version: '1.0',
  node: [
    { name: 'x', ...effect },
    { name: 'y', ...effect },
  ],
  edge: [{ from: 'x', to: 'y' }],
};

const MAIN = {
  name: 'main',
  version: '1.0',
  execution: { 'on-failure': 'compensate' },
  node: [
    { name: 'a', ...effect },
    { name: 'ask', type: 'yangent-workflows:approval', approval: { approver: ['carol'] } },
    { name: 'sub', type: 'yangent-workflows:workflow', workflow: { definition: 'inner', agent: 'far' } },
    { name: 'slow', ...attached('hold') },
    { name: 'bad', ...attached('break') },
  ],
  edge: [
    { from: 'a', to: 'ask' },
    { from: 'ask', to: 'sub' },
    { from: 'sub', to: 'slow' },
    { from: 'sub', to: 'bad' },
  ],
};

/** The effects of each node, by the steps that have them. */
export const EFFECTS: Readonly<Record<Role, readonly string[]>> = {
  near: ['a;g=1', 'a;g=1;compensate', 'a;g=1;rollback'],
  far: ['x', 'y'].flatMap((node) => [`${node};g=1`, `${node};g=1;compensate`, `${node};g=1;rollback`]),
};

/** The steps of the run of each node: all are rolled back in the end. */
export const STEPS: Readonly<Record<Role, readonly string[]>> = {
  near: ['a', 'ask', 'bad', 'slow', 'sub'],
  far: ['x', 'y'],
};

const profile = (name: string, ...skills: readonly string[]) => ({
  ...{ name, description: name, version: '1.0.0', provider: 'test' },
  skills: { skill: skills.map((skill) => ({ 'skill-name': skill })) },
});
const user = (name: keyof typeof PASSWORDS) => ({ name, password: `$0$${PASSWORDS[name]}` });

/** Returns the configuration of a node. @param port of the other one */
export function configurationOf(role: Role, port: number): object {
  if (role === 'far')
    return {
      'yangent-access:access': { user: [user('near')] },
      'yangent-agents:agents': { agent: [{ id: 'broker', owner: ['near'], profile: profile('broker') }] },
    };
  const far = {
    ...{ id: 'far', profile: profile('far', 'agent-task-dag', ROLLBACK) },
    execution: {
      ...{ kind: 'remote', target: `http://127.0.0.1:${port}` },
      remote: { agent: 'coordinator', as: 'broker', user: 'near', credential: CREDENTIAL },
    },
  };
  const hand = {
    ...{ id: 'hand', owner: ['crew'], visibility: 'public', execution: { kind: 'attached' } },
    profile: profile('hand', 'hold', 'break'),
  };
  return {
    'yangent-access:access': { user: [user('carol'), user('crew')] },
    'yangent-agents:agents': { agent: [far, hand] },
    'yangent-workflows:workflows': {
      definition: [INNER, MAIN],
      guard: [{ name: 'careful', skill: ['undo'], approval: { approver: ['carol'] } }],
    },
  };
}

/** Makes the agent of a node: each effect is a line of the file, with the key of its task. */
export function worker(file: string): AgentDefinition {
  const run = async ({ key }: { readonly key: string }) => {
    appendFileSync(file, `${key}\n`);
    return undefined;
  };
  return defineAgent({
    id: 'worker',
    profile: { name: 'worker', description: 'has effects', version: '1.0.0', provider: 'test' },
    skills: { effect: run, undo: run },
    rollback: run,
  });
}

/** Returns the keys of the effects in their order, those of repeated attempts as well. */
export function effectsIn(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}
