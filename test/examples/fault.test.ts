/** The scenario fault, played: who says what to whom in each step, and that the outcome follows from the devices. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playFault, type Variant } from '../../examples/scenarios/fault/index.js';
import { STEPS } from '../../examples/scenarios/fault/steps.js';
import { Account, type Entry, type Outcome, type Stage, startStage } from '../../examples/scenarios/stage/index.js';

const LONGEST = 120_000;

interface Play {
  readonly stage: Stage;
  readonly outcome: Outcome;
  readonly entries: readonly Entry[];
}

const stages: Stage[] = [];

async function play(variant: Variant = {}): Promise<Play> {
  const account = new Account(STEPS);
  const stage = await startStage({ account });
  stages.push(stage);
  const outcome = await playFault(stage, { signal: AbortSignal.timeout(LONGEST) }, variant);
  return { stage, outcome, entries: account.entries };
}

afterAll(async () => {
  for (const stage of stages) await stage.close();
});

/** What an entry says, without what differs from play to play. */
const told = ({ from, act, to, protocol, task, text }: Entry) => ({
  from,
  act,
  ...(to !== undefined && { to }),
  ...(protocol !== undefined && { protocol }),
  ...(task && { task: [task.type, task.state] }),
  text,
});

const inStep = (entries: readonly Entry[], step: string) => entries.filter((each) => each.step === step).map(told);

const message = (
  [from, to]: readonly [string, string],
  protocol: string,
  act: string,
  task: readonly [string | undefined, string] | undefined,
  text: unknown,
) => ({ from, act, to, protocol, ...(task && { task }), text });

describe('a cut line', { timeout: LONGEST }, () => {
  let played: Play;
  beforeAll(async () => {
    played = await play();
  }, LONGEST);

  describe('MAG-2.1-b: steps 1 and 2, a line is interrupted and the base stations behind it go out of service', () => {
    it('is told of by both routers, and the IP agent makes one incident of it (step 1)', () => {
      const [cut, ...rest] = inStep(played.entries, '1');
      expect(cut).toMatchObject({ from: 'the world', act: 'does', text: expect.stringContaining('line-north') });
      const finding = rest.pop();
      expect(rest).toHaveLength(2);
      expect(rest).toEqual(
        expect.arrayContaining([
          message(
            ['core-1', 'ip-fault'],
            'NETCONF',
            'notifies',
            undefined,
            'line-status-changed: core-1 xe-0/0/1 is down',
          ),
          message(
            ['agg-north', 'ip-fault'],
            'NETCONF',
            'notifies',
            undefined,
            'line-status-changed: agg-north xe-0/0/0 is down',
          ),
        ]),
      );
      expect(finding).toMatchObject({
        from: 'ip-fault',
        act: 'finds',
        text: expect.stringContaining('line-north interrupted'),
      });
    });

    it('takes three base stations out of service, which the wireless agent sees as a mass outage (step 2)', () => {
      const all = inStep(played.entries, '2');
      const finding = all.pop();
      const names = ['bs-hillside', 'bs-lakeside', 'bs-northfield'];
      expect(all.map(({ from }) => from).sort()).toEqual(names);
      for (const each of all)
        expect(each).toMatchObject({
          act: 'notifies',
          to: 'wireless-fault',
          protocol: 'NETCONF',
          text: /out of service/,
        });
      expect(finding).toMatchObject({
        from: 'wireless-fault',
        act: 'finds',
        text: expect.stringContaining('mass outage: 3 of 4'),
      });
    });
  });

  describe('MAG-2.1-c: steps 3 and 4, incidents of both domains and complaints are correlated', () => {
    it.each([
      ['3a', 'wireless-fault', 'mass outage'],
      ['3b', 'ip-fault', 'line-north interrupted'],
    ])('comes to the OSS as an incident of each domain (step %s)', (step, agent, words) => {
      expect(inStep(played.entries, step)).toEqual([
        message(
          [agent, 'oss-fault'],
          'RESTCONF',
          'assigns',
          ['report-incident', 'submitted'],
          expect.stringContaining(words),
        ),
        message(['oss-fault', agent], 'RESTCONF', 'answers', ['report-incident', 'completed'], 'noted as raised'),
      ]);
    });

    it('comes to the OSS as complaints in the words of users (step 3c)', () => {
      const all = inStep(played.entries, '3c');
      expect(all.filter(({ act }) => act === 'assigns')).toEqual(
        ['Northfield', 'Lakeside', 'Southbay'].map((site) =>
          message(
            ['customer-care', 'oss-fault'],
            'RESTCONF',
            'assigns',
            ['report-complaint', 'submitted'],
            expect.stringContaining(site),
          ),
        ),
      );
      expect(all.filter(({ act }) => act === 'answers').map(({ text }) => text)).toEqual([
        'noted for Northfield',
        'noted for Lakeside',
        'noted for Southbay',
      ]);
    });

    it('is found by what the domains have in common (step 4)', () => {
      const [finding, ...more] = inStep(played.entries, '4');
      expect(more).toEqual([]);
      expect(finding).toMatchObject({ from: 'oss-fault', act: 'finds' });
      const [headline, ...evidence] = finding?.text.split('\n') ?? [];
      expect(headline).toMatch(/^line-north to Northfield, the return link of 3 base stations, explains/);
      expect(evidence).toEqual(expect.arrayContaining([expect.stringMatching(/^\+ ip-fault: line-north down/)]));
      expect(evidence.filter((line) => line.includes('Southbay')).every((line) => line.startsWith('-'))).toBe(true);
    });
  });

  it('MAG-2.1-d: is diagnosed by the IP agent from what both ends measure, and comes back with a recommendation (step 5)', () => {
    const [decision, order, ...rest] = inStep(played.entries, '5');
    expect(decision).toMatchObject({
      from: 'oss-fault',
      act: 'decides',
      text: expect.stringContaining('diagnose line-north'),
    });
    expect(order).toEqual(
      message(
        ['oss-fault', 'ip-fault'],
        'NETCONF',
        'assigns',
        ['diagnose-line', 'submitted'],
        expect.stringContaining('line-north'),
      ),
    );
    const answer = rest.pop();
    expect(rest.every(({ act, task }) => act === 'reports' && task?.[1] === 'running')).toBe(true);
    expect(answer).toEqual(
      message(
        ['ip-fault', 'oss-fault'],
        'NETCONF',
        'answers',
        ['diagnose-line', 'completed'],
        expect.stringMatching(/neither receives any.*12\.4 km from core-1.*Recommendation: send a field engineer/),
      ),
    );
  });

  describe('MAG-2.1-e: steps 6 to 8, a trouble ticket for the field engineer, whom copilots of two layers guide', () => {
    it('cannot be repaired from afar, so that a trouble ticket is opened (step 6)', () => {
      expect(inStep(played.entries, '6')).toEqual([
        { from: 'oss-fault', act: 'decides', text: expect.stringContaining('automatic repair is impossible (cut)') },
        message(
          ['oss-fault', 'ticket-system'],
          'HTTP',
          'requests',
          undefined,
          expect.stringMatching(/^POST troubleTicket: line-north/),
        ),
        message(['ticket-system', 'oss-fault'], 'HTTP', 'answers', undefined, '201: ticket TT-1 is acknowledged'),
        message(
          ['field-engineer', 'ticket-system'],
          'HTTP',
          'requests',
          undefined,
          expect.stringContaining('status inProgress'),
        ),
      ]);
    });

    it('is explained to the field engineer, who asks in plain words (step 7)', () => {
      const all = inStep(played.entries, '7');
      const route = (each: (typeof all)[number]) => [each.from, each.to, each.protocol, each.act, each.task?.[1]];
      const asked = ['field-engineer', 'service-copilot', 'RESTCONF', 'asks', 'submitted'];
      const answered = ['service-copilot', 'field-engineer', 'RESTCONF', 'answers', 'completed'];
      expect(all.filter(({ act }) => act !== 'reports').map(route)).toEqual([
        asked,
        answered,
        asked,
        answered,
        asked,
        answered,
      ]);
      const answers = all.filter(({ act }) => act === 'answers').map(({ text }) => text);
      expect(answers[0]).toMatch(/^TT-1 \(Critical\): line-north is interrupted/);
      expect(answers[1]).toMatch(/^1\. Go to the place 12\.4 km from core-1/);
      expect(answers[2]).toMatch(/core-1 xe-0\/0\/1 is up/);
    });

    it('is repaired with guidance that the resource-layer copilot makes of what the routers measure (step 8)', () => {
      const all = inStep(played.entries, '8').filter(({ act }) => act !== 'reports');
      const repair = all.findIndex(({ act }) => act === 'does');
      expect(all[repair]).toEqual({
        from: 'field-engineer',
        act: 'does',
        text: expect.stringMatching(/^splices line-north 12\.4 km/),
      });
      const messages = all.filter(({ act }) => act !== 'does');
      const between = (from: string, to: string, act: string) => ({ from, to, protocol: 'RESTCONF', act });
      const asked = between('service-copilot', 'resource-copilot', 'asks');
      const answered = between('resource-copilot', 'service-copilot', 'answers');
      expect(messages).toMatchObject([asked, answered, asked, answered, asked, answered]);
      expect(messages[1]?.text).toContain('sends 0.5 dBm and receives none');
      expect(messages[5]?.text).toContain('receives -7.4 dBm');
    });
  });

  it('is over when the devices say so: only then the ticket is closed', async () => {
    const all = played.entries.filter(({ step }) => step === '✓');
    const at = (fits: (entry: Entry) => boolean) => all.findIndex(fits);
    const resolved = at(({ about }) => about === 'ticket-resolved');
    const stations = at(({ act, task }) => act === 'answers' && task?.type === 'check-base-stations');
    const line = at(({ act, task }) => act === 'answers' && task?.type === 'check-line');
    const closed = at(({ about }) => about === 'ticket-closed');
    expect([resolved, stations, line, closed]).toEqual([resolved, stations, line, closed].sort((a, b) => a - b));
    expect(resolved).toBeGreaterThanOrEqual(0);
    expect(all[stations]).toMatchObject({
      from: 'wireless-fault',
      to: 'oss-fault',
      protocol: 'NETCONF',
      task: { state: 'completed' },
      text: 'bs-northfield is in service; bs-hillside is in service; bs-lakeside is in service',
    });
    expect(all[closed]).toMatchObject({ from: 'oss-fault', to: 'ticket-system', protocol: 'HTTP' });
    expect(played.outcome).toMatchObject({ ok: true, text: expect.stringMatching(/ticket TT-1 is closed/) });
    const { node } = played.stage.device('bs-hillside');
    expect(await node.read('/example-radio:base-station')).toMatchObject({ 'service-state': 'in-service' });
  });

  it('MAG-2.1-a: the agent of the OSS speaks with those of both domains, each on a node of its own', () => {
    const agents = ['oss-fault', 'wireless-fault', 'ip-fault'];
    const nodes = agents.map((id) => played.stage.node(id).ready.restconf?.url);
    expect(new Set(nodes).size).toBe(3);
    const spoken = played.entries.filter(({ from, to = '' }) => agents.includes(from) && agents.includes(to));
    expect(new Set(spoken.map(({ from, to = '' }) => [from, to].sort().join(' ↔ ')))).toEqual(
      new Set(['oss-fault ↔ wireless-fault', 'ip-fault ↔ oss-fault']),
    );
    const analysts = played.entries.flatMap(({ act, from }) => (act === 'finds' ? [from] : []));
    for (const id of agents) expect(analysts).toContain(id);
  });

  it('MAG-1-d: agents act on what they see themselves, and on what people complain of and ask', () => {
    const at = (fits: (entry: Entry) => boolean) => played.entries.findIndex(fits);
    for (const agent of ['ip-fault', 'wireless-fault']) {
      const told = at(({ from, task }) => from === agent && task?.type === 'report-incident');
      const asked = at(({ to, act }) => to === agent && act !== 'notifies' && act !== 'answers');
      expect(told).toBeGreaterThanOrEqual(0);
      expect(asked).toBeGreaterThan(told);
    }
    expect(
      at(({ from, act, task }) => from === 'customer-care' && act === 'assigns' && task !== undefined),
    ).toBeGreaterThanOrEqual(0);
    const ticket = at(({ about }) => about === 'ticket-resolved');
    expect(at(({ from, act }) => from === 'field-engineer' && act === 'asks')).toBeLessThan(ticket);
  });

  it('MAG-1-e MAG-2.1-f: agents exchange data, people and copilots plain words, over both protocols', async () => {
    const tasksOf = async (agent: string) =>
      ((await played.stage.node(agent).read('/yangent-tasks:tasks')) as { task: readonly Record<string, unknown>[] })
        .task;
    const diagnose = (await tasksOf('ip-fault')).find(({ type }) => type === 'diagnose-line');
    expect(diagnose).toMatchObject({ input: { line: 'line-north' } });
    const result = ((diagnose?.artifact ?? []) as { name: string; value: string }[]).find(
      ({ name }) => name === 'diagnosis',
    );
    expect(JSON.parse(result?.value ?? '')).toMatchObject({
      cause: 'cut',
      automatic: false,
      place: { from: 'core-1', km: 12.4 },
    });
    for (const copilot of ['service-copilot', 'resource-copilot']) {
      for (const asked of await tasksOf(copilot)) {
        expect(asked).toMatchObject({ objective: expect.stringMatching(/line-north|TT-1/) });
        expect(asked).not.toHaveProperty('input');
      }
    }
    expect(new Set(played.entries.flatMap(({ task, protocol }) => (task ? [protocol] : [])))).toEqual(
      new Set(['NETCONF', 'RESTCONF']),
    );
  });

  it('MAG-3-b: a person has the copilot of the service layer, which has that of the resource layer', async () => {
    const profile = async (id: string) =>
      (await played.stage.node(id).read(`/yangent-agents:agents/agent[id='${id}']/profile`)) as Record<string, unknown>;
    expect(await profile('service-copilot')).toMatchObject({ type: 'copilot', domain: 'Service' });
    expect(await profile('resource-copilot')).toMatchObject({ type: 'copilot', domain: 'IP' });
    expect(await profile('oss-fault')).toMatchObject({ type: 'fault-management', domain: 'Service' });
    expect(await profile('ip-fault')).toMatchObject({ type: 'fault-management', domain: 'IP' });
    const asked = played.entries.flatMap(({ from, to, act }) => (act === 'asks' ? [`${from} → ${to}`] : []));
    expect(new Set(asked)).toEqual(new Set(['field-engineer → service-copilot', 'service-copilot → resource-copilot']));
  });
});

describe('a field engineer who only says that the work is done', { timeout: LONGEST }, () => {
  it('gets the ticket back, because the devices say otherwise', async () => {
    const { outcome, entries, stage } = await play({ engineer: 'claims' });
    expect(outcome).toEqual({
      ok: false,
      text: 'ticket TT-1 is inProgress: Not resolved: bs-northfield, bs-hillside, bs-lakeside out of service; line-north carries no traffic.',
    });
    expect(entries.some(({ about }) => about === 'ticket-closed')).toBe(false);
    expect(entries.some(({ act, about }) => act === 'notifies' && about === 'back')).toBe(false);
    const { node } = stage.device('bs-hillside');
    expect(await node.read('/example-radio:base-station')).toMatchObject({ 'service-state': 'out-of-service' });
  });
});

describe('a line that was switched off by mistake', { timeout: LONGEST }, () => {
  it('is switched on again by the IP agent, without a ticket', async () => {
    const { outcome, entries, stage } = await play({ fault: 'switched-off' });
    expect(outcome).toMatchObject({ ok: true, text: expect.stringContaining('from afar') });
    const repair = entries.filter(({ task }) => task?.type === 'repair-line').map(told);
    expect(repair).toEqual([
      message(
        ['oss-fault', 'ip-fault'],
        'NETCONF',
        'assigns',
        ['repair-line', 'submitted'],
        expect.stringContaining('switch core-1 xe-0/0/1 on'),
      ),
      message(
        ['ip-fault', 'oss-fault'],
        'NETCONF',
        'answers',
        ['repair-line', 'completed'],
        expect.stringContaining('are up'),
      ),
    ]);
    expect(entries.some(({ to }) => to === 'ticket-system')).toBe(false);
    const interfaces = await stage.device('core-1').node.read('/ietf-interfaces:interfaces');
    expect(JSON.stringify(interfaces)).not.toContain('"enabled":false');
  });
});
