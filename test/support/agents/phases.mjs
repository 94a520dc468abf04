// Loops for tests of restarts. Each keeps one port of edge-1 on, and is named, as its port is, after the place in its cycle at
// which it stands still for ever while HOLD names a directory; it then leaves a file of its name there.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatMap } from 'rxjs';
import { closedLoop } from 'yangent';

const INTERFACES = 'ietf-interfaces:interfaces';

function hold(place) {
  const directory = process.env.HOLD;
  if (!directory) return Promise.resolve();
  writeFileSync(join(directory, place), '');
  return new Promise(() => {});
}

const isOn = (document, name) => document[INTERFACES]?.interface?.find((each) => each.name === name)?.enabled !== false;
const look = async ({ devices }, name) => isOn(await devices.get('edge-1', [INTERFACES]), name);
const set = (devices, name, enabled, options) =>
  devices.edit('edge-1', { [INTERFACES]: { interface: [{ name, enabled }] } }, options);
const switchedOn = async ({ devices }, name, options) => {
  await set(devices, name, true, options);
  return { summary: 'switched on' };
};

/** @param at standing still: a function for each phase in which the loop does. */
function keeps(name, at = {}, more = {}, policy = {}) {
  return closedLoop({
    name,
    policy: { mode: 'autonomous', ...policy },
    observe: ({ devices }) =>
      devices.watch('edge-1', [INTERFACES], { poll: 200 }).pipe(
        concatMap(async (document) => {
          const on = isOn(document, name);
          if (!on) await at.observe?.();
          return { on };
        }),
      ),
    analyse: async ({ on }) => {
      if (on) return undefined;
      await at.analyse?.();
      return `${name} is off`;
    },
    decide: async () => {
      await at.decide?.();
      return { summary: `switch ${name} on`, resources: [`edge-1/${name}`] };
    },
    execute: async (_decision, context) => {
      await at.before?.();
      const done = await switchedOn(context, name, { check: at.check });
      await at.after?.();
      return done;
    },
    verify: async (_done, _decision, context) => {
      await at.verify?.();
      return (await look(context, name)) ? { ok: true, note: 'it is on' } : { ok: false, note: 'it is off' };
    },
    ...more,
  });
}

/** Finds out whether it was switched on, and does nothing. */
const recovers = (name) => ({
  recover: async (_decision, context) => ((await look(context, name)) ? { summary: 'found on' } : undefined),
});

const takesBack = (name) => ({
  compensate: async (_decision, context) => {
    if (!(await look(context, name))) return 'it was off again';
    await set(context.devices, name, false);
    if (name === 'compensate') await hold(name);
    return 'switched off again';
  },
});

/** The work is a task of another agent. */
const assigns = async (_decision, { agent, cycle, invoke }) => {
  const task = await invoke('yangent-tasks:assign', {
    ...{ 'task-id': cycle, from: agent, to: 'field', type: 'switch-on', async: false, wait: 600 },
  });
  return { summary: `task ${task['task-id']} is ${task.state}` };
};

const at = (place, phase = place) => ({ [phase]: () => hold(place) });

export default {
  id: 'phases',
  devices: ['edge-1'],
  profile: { name: 'phases', description: 'loops that are cut off', version: '1.0.0', provider: 'ACME' },
  loops: [
    keeps('observe', at('observe')),
    keeps('analyse', at('analyse')),
    keeps('decide', at('decide')),
    keeps('approve', {}, {}, { mode: 'approve' }),
    keeps('before', at('before'), recovers('before')),
    keeps('after', at('after'), recovers('after')),
    keeps('forgets', at('forgets', 'after')),
    keeps('takes-back', at('takes-back', 'after'), takesBack('takes-back')),
    keeps('verify', at('verify'), recovers('verify')),
    keeps(
      'compensate',
      {},
      {
        ...takesBack('compensate'),
        verify: async (_done, _decision, context) => {
          // While HOLD is set it is as if switching on did not help.
          const ok = !process.env.HOLD && (await look(context, 'compensate'));
          return { ok, note: ok ? 'it is on' : 'it does not help' };
        },
      },
    ),
    keeps('assigned', {}, { execute: assigns, recover: assigns }),
    keeps('on-trial', { check: () => hold('on-trial').then(() => true) }, recovers('on-trial')),
  ],
};
