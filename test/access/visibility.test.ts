import { describe, expect, it } from 'vitest';
import { type AgentOwnership, type Principal, sees } from '../../src/access/index.js';

const OWNERS: Readonly<Record<string, readonly string[]>> = { 'ip-fault': ['anna', 'bert'], planner: [], inside: [] };
const ownership: AgentOwnership = {
  ownersOf: (agent) => OWNERS[agent],
  isHosted: (agent) => agent === 'inside',
  trustDomainsOf: () => [],
  isFoundBy: () => true,
  began: () => 0,
};
const user = (name: string, ...groups: string[]): Principal => ({ name, groups });

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
