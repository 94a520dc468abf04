/** Section 2.2 of the draft, played on real nodes: who says what to whom, and what becomes of the network. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaOf, open } from '../../examples/scenarios/compensation/index.js';
import { SAVING } from '../../examples/scenarios/compensation/plan.js';
import { STEPS } from '../../examples/scenarios/compensation/steps.js';
import { Account, type Stage, startStage } from '../../examples/scenarios/stage/index.js';
import { messagesOf, type Played, play, roundsOf, statesOf, stationsOf } from '../support/compensation.js';
import { until } from '../until.js';

let wants = SAVING;
const area = areaOf(() => wants);
let stage: Stage;
let played: Played;

beforeAll(async () => {
  stage = await startStage({ account: new Account(STEPS) });
  await open(stage, area, AbortSignal.timeout(LONGEST));
});
afterAll(() => stage?.close());

const AS_DELIVERED = [
  { power: 38, savesEnergy: true, target: 44 },
  { power: 39, savesEnergy: true, target: 44 },
  { power: 38, savesEnergy: true, target: 44 },
];
/** Of a task that was negotiated, waited for input, and came to its end. */
const COMPENSATION = ['submitted', 'negotiating', 'accepted', 'running', 'input-required', 'running', 'completed'];
const LONGEST = 120_000;

describe('a base station goes off the air, and energy saving gives way until it is repaired', () => {
  beforeAll(async () => {
    played = await play(stage, area);
  }, LONGEST);

  it('MAG-2.2-a MAG-2.2-b: says what the draft says, step by step, each agent over its own endpoint', () => {
    const agents = Object.keys(played.tasks);
    expect(new Set(agents.map((agent) => stage.node(agent).ready.restconf?.url)).size).toBe(agents.length);
    expect(messagesOf(played.entries)).toEqual([
      '1 mobile-fault → optimisation RESTCONF negotiates compensate FEASIBILITY 1 proposes',
      '1 optimisation → mobile-fault RESTCONF negotiates compensate FEASIBILITY 2 countered',
      '1 mobile-fault → optimisation RESTCONF negotiates compensate FEASIBILITY 3 accepted',
      '1 mobile-fault → optimisation RESTCONF assigns compensate',
      '2 optimisation → energy-saving NETCONF negotiates give-way FEASIBILITY 1 proposes',
      '2 energy-saving → optimisation NETCONF negotiates give-way FEASIBILITY 2 countered',
      '2 optimisation → energy-saving NETCONF negotiates give-way FEASIBILITY 3 countered',
      '2 energy-saving → optimisation NETCONF negotiates give-way FEASIBILITY 4 countered',
      '2 optimisation → energy-saving NETCONF negotiates give-way FEASIBILITY 5 accepted',
      '2 optimisation → energy-saving NETCONF assigns give-way',
      '2 energy-saving → optimisation NETCONF negotiates give-way FULFILLMENT 6 proposes',
      '2 optimisation → energy-saving NETCONF negotiates give-way FULFILLMENT 7 countered',
      '2 energy-saving → optimisation NETCONF negotiates give-way FULFILLMENT 8 proposes',
      '2 optimisation → energy-saving NETCONF negotiates give-way FULFILLMENT 9 satisfied',
      '1 optimisation → mobile-fault RESTCONF negotiates compensate FULFILLMENT 4 proposes',
      '1 mobile-fault → optimisation RESTCONF negotiates compensate FULFILLMENT 5 satisfied',
      '3 mobile-fault → ip-fault NETCONF assigns diagnose-return-link',
      '3 ip-fault → mobile-fault NETCONF answers diagnose-return-link',
      '4 mobile-fault → optimisation RESTCONF provides compensate',
      '4 optimisation → energy-saving NETCONF provides give-way',
      '4 energy-saving → optimisation NETCONF answers give-way',
      '4 optimisation → mobile-fault RESTCONF answers compensate',
    ]);
  });

  it('MAG-2.2-c: negotiates in rounds that its nodes have kept: targets go down in steps, and the last step is a suspension', () => {
    const [giveWay, ...more] = played.tasks['energy-saving'] ?? [];
    expect(more).toEqual([]);
    expect(giveWay && roundsOf(giveWay)).toEqual([
      '1 FEASIBILITY optimisation proposes {"wanted":0,"reports":[{"target":44,"unserved":0.763,"measured":false}]}',
      '2 FEASIBILITY energy-saving countered {"target":29,"last":false}',
      '3 FEASIBILITY optimisation countered {"wanted":0,"reports":[{"target":29,"unserved":0.343,"measured":false}]}',
      '4 FEASIBILITY energy-saving countered {"target":12,"last":false}',
      '5 FEASIBILITY optimisation accepted',
      '6 FULFILLMENT energy-saving proposes {"target":12,"last":false}',
      '7 FULFILLMENT optimisation countered {"wanted":0,"reports":[{"target":12,"unserved":0.171,"measured":true}]}',
      '8 FULFILLMENT energy-saving proposes {"target":0,"last":false}',
      '9 FULFILLMENT optimisation satisfied',
    ]);
    const [compensate] = played.tasks.optimisation ?? [];
    expect(compensate && roundsOf(compensate)).toEqual([
      '1 FEASIBILITY mobile-fault proposes {"served":1}',
      '2 FEASIBILITY optimisation countered {"served":0.95}',
      '3 FEASIBILITY mobile-fault accepted',
      '4 FULFILLMENT optimisation proposes {"served":0.963}',
      '5 FULFILLMENT mobile-fault satisfied',
    ]);
  });

  it('MAG-2.2-f: speaks in sentences and in data at once, and nobody but agents speaks', () => {
    const speakers = played.entries.flatMap(({ task, from, to }) => (task && to !== undefined ? [from, to] : []));
    expect(new Set(speakers)).toEqual(new Set(Object.keys(played.tasks)));
    const [giveWay] = played.tasks['energy-saving'] ?? [];
    const [first] = giveWay?.negotiation ?? [];
    expect(first?.content).toEqual([
      '##target object <object>cells of bs-2, bs-3 and bs-4</object> ' +
        '##task description <description>bs-1 is off the air. As long as you save 44 %, its neighbours can serve 24 % of ' +
        'its 240 subscribers; 95 % are to be served. Please stop saving until it is back.</description> ' +
        '##environmental infomation <environmentInput>{"wanted":0,"reports":' +
        '[{"target":44,"unserved":0.763,"measured":false}]}</environmentInput>',
    ]);
  });

  it('takes its tasks through the states of the model', () => {
    const states = Object.entries(played.tasks).map(([agent, tasks]) => [agent, ...tasks.map(statesOf)]);
    expect(states).toEqual([
      ['mobile-fault', ['submitted', 'accepted', 'running', 'completed']],
      ['optimisation', COMPENSATION],
      ['energy-saving', COMPENSATION],
      ['ip-fault', ['submitted', 'accepted', 'running', 'completed']],
    ]);
  });

  it('MAG-2.2-e: has the neighbours serve at full power meanwhile, and gives each back its power and its saving', async () => {
    expect(played.cells).toEqual({
      before: AS_DELIVERED,
      during: AS_DELIVERED.map(() => ({ power: 46, savesEnergy: false, target: 12 })),
      after: AS_DELIVERED,
    });
    expect(played.outcome).toMatchObject({
      ok: true,
      text: '730 subscribers had service, 497 without bs-1, 730 after its repair',
    });
    expect(await stationsOf(stage, ['bs-1', 'bs-2'])).toMatchObject([
      { inService: true, served: 240, cell: { radiated: 39, limit: 40 } },
      { inService: true, served: 180, cell: { radiated: 38, limit: 40 } },
    ]);
  });

  it('MAG-2.2-d: the fault agent has the line diagnosed, restores the base station, and records one cycle of its loop', async () => {
    const [diagnosis, ...more] = played.tasks['ip-fault'] ?? [];
    expect(more).toEqual([]);
    expect(diagnosis).toMatchObject({ from: 'mobile-fault', type: 'diagnose-return-link', state: 'completed' });
    const loop = await until(
      () => stage.node('mobile-fault').read("/yangent-loops:loops/loop[name='service']"),
      (value) => JSON.stringify(value).includes('succeeded'),
    );
    expect(loop).toMatchObject({
      counters: { executions: '1', successes: '1' },
      history: [
        {
          concluded: 'bs-1 is switched on and does not serve',
          decided: 'restore the service of bs-1',
          outcome: 'succeeded',
        },
      ],
    });
    expect(await stationsOf(stage, ['bs-1'])).toMatchObject([{ inService: true }]);
  });
});

describe('energy saving never goes below 20 %', () => {
  beforeAll(async () => {
    wants = { ...SAVING, floor: 20 };
    played = await play(stage, area);
  }, LONGEST);

  it('insists on its last offer, which is taken for want of a better one, and is told that it was too little', () => {
    const [giveWay] = played.tasks['energy-saving'] ?? [];
    expect(giveWay && roundsOf(giveWay)).toEqual([
      '1 FEASIBILITY optimisation proposes {"wanted":0,"reports":[{"target":44,"unserved":0.763,"measured":false}]}',
      '2 FEASIBILITY energy-saving countered {"target":29,"last":false}',
      '3 FEASIBILITY optimisation countered {"wanted":0,"reports":[{"target":29,"unserved":0.343,"measured":false}]}',
      '4 FEASIBILITY energy-saving countered {"target":21,"last":false}',
      '5 FEASIBILITY optimisation countered {"wanted":0,"reports":[{"target":21,"unserved":0.14,"measured":false}]}',
      '6 FEASIBILITY energy-saving countered {"target":21,"last":true}',
      '7 FEASIBILITY optimisation accepted',
      '8 FULFILLMENT energy-saving proposes {"target":21,"last":false}',
      '9 FULFILLMENT optimisation countered {"wanted":0,"reports":[{"target":21,"unserved":0.308,"measured":true}]}',
      '10 FULFILLMENT energy-saving proposes {"target":21,"last":true}',
      '11 FULFILLMENT optimisation unsatisfied',
    ]);
  });

  it('serves fewer meanwhile, and leaves everything as it was all the same', () => {
    expect(played.cells).toEqual({
      before: AS_DELIVERED,
      during: AS_DELIVERED.map(() => ({ power: 44, savesEnergy: true, target: 21 })),
      after: AS_DELIVERED,
    });
    expect(played.outcome.ok).toBe(true);
  });
});

describe('nothing is worth more to energy saving than its target', () => {
  beforeAll(async () => {
    wants = { ...SAVING, weight: 0.1 };
    played = await play(stage, area);
  }, LONGEST);

  it('refuses in the negotiation, so that nothing is assigned to it', () => {
    const [giveWay] = played.tasks['energy-saving'] ?? [];
    expect(giveWay && statesOf(giveWay)).toEqual(['submitted', 'negotiating', 'canceled']);
    expect(giveWay && roundsOf(giveWay)).toEqual([
      '1 FEASIBILITY optimisation proposes {"wanted":0,"reports":[{"target":44,"unserved":0.763,"measured":false}]}',
      '2 FEASIBILITY energy-saving infeasible',
      '3 FEASIBILITY optimisation rejected',
    ]);
  });

  it('leaves the optimisation agent what power saving allows, of which the fault agent says that it is little', () => {
    const [compensate] = played.tasks.optimisation ?? [];
    expect(compensate && roundsOf(compensate).slice(-2)).toEqual([
      '4 FULFILLMENT optimisation proposes {"served":0.125}',
      '5 FULFILLMENT mobile-fault unsatisfied',
    ]);
    expect(played.cells).toEqual({
      before: AS_DELIVERED,
      during: AS_DELIVERED.map(() => ({ power: 40, savesEnergy: true, target: 44 })),
      after: AS_DELIVERED,
    });
    expect(played.outcome.ok).toBe(true);
  });
});

describe('the optimisation agent is restarted while its compensation is in force, and again while it withdraws it', () => {
  const restarts: Promise<void>[] = [];
  beforeAll(async () => {
    wants = SAVING;
    played = await play(stage, area, ({ from, act, task, round }) => {
      if (from !== 'mobile-fault' || task?.type !== 'compensate') return;
      const moment = round?.type === 'FULFILLMENT' || act === 'provides';
      if (moment) restarts.push(stage.restart('optimisation'));
    });
    await Promise.all(restarts);
  }, LONGEST);

  it('raises no power a second time, and gives each cell back exactly what it had', () => {
    expect(restarts).toHaveLength(2);
    expect(played.cells).toEqual({
      before: AS_DELIVERED,
      during: AS_DELIVERED.map(() => ({ power: 46, savesEnergy: false, target: 12 })),
      after: AS_DELIVERED,
    });
    const done = played.entries.filter(({ from, act }) => from === 'optimisation' && act === 'does');
    expect(done.filter(({ about }) => about === 'power').map(({ text }) => text)).toEqual([
      expect.stringContaining('bs-2 from 38 to 45 dBm, bs-3 from 39 to 45 dBm and bs-4 from 38 to 45 dBm'),
      expect.stringContaining('bs-2 from 45 to 46 dBm, bs-3 from 45 to 46 dBm and bs-4 from 45 to 46 dBm'),
    ]);
  });

  it('negotiates nothing anew, and brings both tasks to their end', () => {
    const [giveWay, ...more] = played.tasks['energy-saving'] ?? [];
    expect(more).toEqual([]);
    expect(giveWay).toMatchObject({ state: 'completed' });
    expect(giveWay?.negotiation).toHaveLength(9);
    expect(played.tasks.optimisation).toMatchObject([{ state: 'completed' }]);
    expect(played.outcome.ok).toBe(true);
  });
});
