import { describe, expect, it } from 'vitest';
import { type AgentOwnership, mayActFor, type Principal, sees } from '../../src/access/index.js';

const OWNERS: Readonly<Record<string, readonly string[]>> = { 'ip-fault': ['anna', 'bert'], planner: [], inside: [] };
const ownership: AgentOwnership = {
  ownersOf: (agent) => OWNERS[agent],
  isHosted: (agent) => agent === 'inside',
  isFoundBy: () => true,
  began: () => 0,
};
const user = (name: string, ...groups: string[]): Principal => ({ name, groups });

describe('mayActFor', () => {
  it.each([
    ['an owner', user('bert'), 'ip-fault', true],
    ['somebody else', user('carl'), 'ip-fault', false],
    ['an administrator who does not own it', user('admin', 'admin', 'operator'), 'ip-fault', false],
    ['an administrator where nobody owns it', user('admin', 'admin'), 'planner', true],
    ['an operator where nobody owns it', user('olga', 'operator'), 'planner', false],
    ['somebody where nobody owns it', user('carl'), 'planner', false],
    ['an administrator for an agent that does not exist', user('admin', 'admin'), 'ghost', false],
  ])('%s', (_, principal, agent, verdict) => {
    expect(mayActFor(principal, agent, ownership)).toBe(verdict);
  });
});

describe('sees', () => {
  it.each([
    ['everyone what has no audience', user('carl'), undefined, true],
    ['a named user', user('carl'), { users: ['carl'] }, true],
    ['the owner of a named agent', user('anna'), { agents: ['planner', 'ip-fault'] }, true],
    ['an administrator only what concerns his agents', user('root', 'admin'), { agents: ['ip-fault'] }, false],
    ['an administrator what concerns an agent without owner', user('root', 'admin'), { agents: ['planner'] }, true],
    ['an administrator who may execute it', user('root', 'admin'), { agents: ['ip-fault', 'planner'] }, true],
    ['no administrator what the node executes', user('root', 'admin'), { agents: ['ip-fault', 'inside'] }, false],
    ['an administrator what is among nobody’s agents', user('root', 'admin'), { agents: ['planner', 'inside'] }, true],
    ['the owner what the node executes for him', user('anna', 'admin'), { agents: ['ip-fault', 'inside'] }, true],
    ['an operator everything', user('olga', 'operator'), { agents: ['ip-fault'], users: ['anna'] }, true],
    ['somebody else nothing of it', user('carl'), { agents: ['ip-fault'], users: ['anna'] }, false],
    ['nobody but operators what is for nobody', user('carl', 'admin'), {}, false],
  ])('%s', (_, principal, audience, verdict) => {
    expect(sees(principal, audience, ownership)).toBe(verdict);
  });
});
