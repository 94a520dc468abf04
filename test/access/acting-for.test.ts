import { describe, expect, it } from 'vitest';
import { type AgentOwnership, mayActFor, type Principal } from '../../src/access/index.js';

const OWNERS: Readonly<Record<string, readonly string[]>> = { 'ip-fault': ['anna', 'bert'], planner: [], inside: [] };
const ownership: AgentOwnership = {
  ownersOf: (agent) => OWNERS[agent],
  isHosted: (agent) => agent === 'inside',
  trustDomainsOf: () => [],
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
