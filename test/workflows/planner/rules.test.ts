/** The built-in planner: workflows first, then skills by backward chaining over their schemas. */
import { describe, expect, it } from 'vitest';
import { offer } from '../../../src/tasks/index.js';
import type { OfferedWork, Offers } from '../../../src/workflows/planner/planner.js';
import { rulesPlanner } from '../../../src/workflows/planner/rules/planner.js';

const never = new AbortController().signal;
const text = { type: 'string' };
const DEVICE = { type: 'string', pattern: '^[a-z]+-[0-9]+$' };

function work(
  name: string,
  description: string,
  input: Readonly<Record<string, object>>,
  output?: Readonly<Record<string, object>>,
): OfferedWork {
  const of = (properties: Readonly<Record<string, object>>) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
  });
  return { ...offer('test', name, { description, input: of(input) }), ...(output ? { output: of(output) } : {}) };
}

const LOCATE = work('locate-fault', 'Finds the faulty interface', { device: DEVICE }, { interface: text });
const RESTART = work('restart-interface', 'Restarts an interface', { device: DEVICE, interface: text });
const CHECK = work('check-optics', 'Measures the optics', { device: DEVICE });
const REPAIR = work('repair-uplink', 'Brings an uplink back', { device: DEVICE });
const OFFERS: Offers = { workflows: [], skills: [CHECK, LOCATE, RESTART] };

const plan = (goal: string, offers: Offers = OFFERS, input = {}) =>
  rulesPlanner.plan({ goal, input, refused: [] }, offers, never);

describe('the rules', () => {
  it('run a workflow of the node that fits the goal, before any skill', async () => {
    expect(await plan('repair the uplink of edge-1', { workflows: [REPAIR], skills: [RESTART] })).toEqual({
      workflow: {
        name: 'plan',
        version: '1',
        description: 'repair the uplink of edge-1',
        nodes: { repair_uplink: { workflow: 'repair-uplink', input: { device: '"edge-1"' } } },
        output: { result: 'steps.repair_uplink.output' },
      },
    });
  });

  it('put the skill whose output gives a missing value before the one that needs it', async () => {
    expect(await plan('restart the interface on edge-1')).toMatchObject({
      workflow: {
        nodes: {
          locate_fault: { task: 'locate-fault', input: { device: '"edge-1"' } },
          restart_interface: {
            task: 'restart-interface',
            input: { device: '"edge-1"', interface: 'steps.locate_fault.output.interface' },
          },
        },
      },
    });
  });

  it('take what the goal does not say from the input', async () => {
    const given = { device: 'edge-7', interface: 'ge-0' };
    expect(await plan('restart interface', OFFERS, given)).toMatchObject({
      workflow: {
        nodes: { restart_interface: { input: { device: 'input.device', interface: 'input.interface' } } },
      },
    });
  });

  it('do the parts of a goal one after the other', async () => {
    const proposal = await plan('check-optics on edge-1; then restart-interface on edge-1');
    expect(proposal).toMatchObject({
      workflow: {
        nodes: { check_optics: { task: 'check-optics' }, restart_interface: { after: ['check_optics'] } },
        output: { result: 'steps.restart_interface.output' },
      },
    });
  });

  it('ask for what nothing gives, and for what is not clear', async () => {
    expect(await plan('check the optics')).toEqual({
      question: 'To check-optics it must be known: device. Please say.',
    });
    expect(await plan('make coffee')).toEqual({
      question: expect.stringContaining('No workflow and no skill here is known to do "make coffee"'),
    });
  });

  it('end when skills need one another in a circle', async () => {
    const one = work('make-a', 'Makes a', { b: text }, { a: text });
    const other = work('make-b', 'Makes b', { a: text }, { b: text });
    const use = work('use-a', 'Uses it', { a: text });
    expect(await plan('use-a', { workflows: [], skills: [one, other, use] })).toEqual({
      question: 'To use-a it must be known: a. Please say.',
    });
  });

  it('write texts as constants, whatever characters they have', async () => {
    const say = work('announce', 'Announces', { message: text });
    const proposal = await plan('announce with message "it\\"s \\u0007 down"', { workflows: [], skills: [say] });
    expect(proposal).toHaveProperty('workflow');
  });
});
