/** Discovery over the wire: each request parameter that seed 002 §7.2 names, the target list, and what must not be found. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  AGENTS_XML,
  type AgentsRig,
  description,
  type Plain,
  register,
  TASKS_XML,
  useAgentsRig,
} from './agents-rig.js';

const rig: AgentsRig = useAgentsRig();

const AGENT = '/restconf/data/yangent-agents:agents/agent';
/** East of the base station by so many metres, on its parallel at 48.15 degrees north, where a degree is 74,446 m long. */
const east = (metres: number) => ({ latitude: '48.15', longitude: (11.5 + metres / 74_446).toFixed(7) });

beforeAll(async () => {
  const placed = await rig.http('admin', 'PUT', '/restconf/data/yangent-agents:agents/place=BS-001', {
    'yangent-agents:place': [{ name: 'BS-001', latitude: '48.15', longitude: '11.5' }],
  });
  expect(placed.status).toBe(201);
  const imaging = (metres: number, credential: string[], more: Plain = {}) => ({
    domain: 'hospital',
    profile: {
      version: '2.1.0',
      skills: {
        skill: [
          {
            'skill-name': 'read-image',
            'skill-description': 'Analyses medical images such as X-rays',
            'skill-tags': ['medical', 'radiology'],
            'input-modes': ['image'],
            'output-modes': ['text'],
          },
        ],
      },
      capability: { streaming: true, negotiate: 'acp-task-feasibility-negotiation-v1.1' },
      ...more.profile,
    },
    registration: {
      'digital-identifier': `did:wba:hospital.example:${metres}`,
      address: [`https://reader-${metres}.example`],
      communication: {
        protocol: ['A2A', 'restconf'],
        'interaction-mode': ['request-response'],
        modality: ['image', 'text'],
      },
      service: [{ name: 'AI service' }],
      location: east(metres),
      security: { level: String(metres), license: ['radiology'], credential },
    },
  });
  const vc = JSON.stringify({
    type: ['VerifiableCredential', 'Medical qualification VC'],
    credentialSubject: { name: 'secret' },
  });
  await register(rig, 'alice', 'reader-near', imaging(400, [vc]));
  await register(
    rig,
    'alice',
    'reader-far',
    imaging(1_600, ['Medical qualification VC'], { profile: { version: '3.0.0' } }),
  );
  await register(rig, 'alice', 'reader-unproven', imaging(300, []));
  await register(rig, 'bob', 'router-doctor', {
    domain: 'ip',
    profile: { skills: { skill: [{ 'skill-name': 'diagnose-router' }] } },
  });
  await register(rig, 'bob', 'hidden', {
    visibility: 'private',
    domain: 'secret-domain',
    profile: { description: 'Analyses medical images' },
  });
  await register(rig, 'bob', 'in-domain', { visibility: 'domain', domain: 'ip' });
});

const discover = async (query: Plain, user: 'alice' | 'bob' | 'carol' = 'carol') => {
  const { status, output } = await rig.operation(user, 'yangent-agents:discover', query);
  return { status, output, ids: (output?.match ?? []).map(({ id }: Plain) => id) };
};

describe('query matching', () => {
  it('ANF-7.2-c: by a requirement description', async () => {
    const { ids, output } = await discover({ text: 'Medical image analysis' });
    expect(ids.slice(0, 3).sort()).toEqual(['reader-far', 'reader-near', 'reader-unproven']);
    expect(output.match[0]).toMatchObject({
      rank: 1,
      reason: expect.arrayContaining(['text: 100 % of its words describe the agent']),
    });
    expect(ids).not.toContain('router-doctor');
  });

  it('ANF-7.2-d: by a location range around a base station, with distances on the ellipsoid', async () => {
    const { output } = await discover({ near: { place: 'BS-001', radius: 1_000 } });
    expect(output.match.map(({ id, distance }: Plain) => [id, Math.round(Number(distance) / 10)])).toEqual([
      ['reader-unproven', 30],
      ['reader-near', 40],
    ]);
    expect(output.match[1].reason).toContain('near: 400 m from BS-001');
    expect((await discover({ near: { place: 'BS-002', radius: 1_000 } })).output).toMatchObject({
      'error-tag': 'data-missing',
      'error-message': expect.stringContaining('there is no place "BS-002"'),
    });
  });

  it('ANF-7.2-e: by a bound on the latency that was measured', async () => {
    expect((await discover({ name: 'router-doctor', 'max-latency': 60_000 })).ids).toEqual([]);
    const assigned = await rig.operation('alice', 'yangent-tasks:assign', {
      from: 'reader-near',
      to: 'router-doctor',
      'task-id': 'measure',
      type: 'diagnose-router',
    });
    expect(assigned.status).toBe(200);
    const claimed = await rig.netconf(
      'bob',
      `<claim-next xmlns="${TASKS_XML}"><agent>router-doctor</agent></claim-next>`,
    );
    expect(claimed).toContain('<task-id>measure</task-id>');
    const { output } = await discover({ name: 'router-doctor', 'max-latency': 60_000 });
    expect(output.match[0].reason).toContainEqual(
      expect.stringMatching(/^latency: \d+ ms measured, at most 60000 wanted$/),
    );
    expect(output.match[0]).toMatchObject({ 'running-tasks': 1, load: '12.5' });
    const status = await rig.http('carol', 'GET', `${AGENT}=router-doctor/status`);
    expect(JSON.parse(status.body)['yangent-agents:status'].latency).toBe(output.match[0].latency);
  });

  it('by a security level, a licence and a kind of credential that is not verified, and not told', async () => {
    const security = { credential: ['Medical qualification VC'], license: ['radiology'] };
    expect((await discover({ security })).ids).toEqual([]);
    const { ids, output } = await discover({ security: { ...security, unverified: true } });
    expect(ids.sort()).toEqual(['reader-far', 'reader-near']);
    expect(JSON.stringify(output)).not.toContain('credentialSubject');
    expect((await discover({ security: { level: '1000' } })).ids).toEqual(['reader-far']);
  });

  it('ANF-7.2-b: by structured parameters together, over NETCONF, literally', async () => {
    const reply = await rig.netconf(
      'carol',
      `<discover xmlns="${AGENTS_XML}"><domain>hospital</domain><skill>read-image</skill><tag>radiology</tag>` +
        '<input-mode>image</input-mode><protocol>A2A</protocol><streaming>true</streaming>' +
        '<negotiate>acp-task-feasibility-negotiation-v1.0</negotiate><version>&gt;=2.0 &lt;3</version>' +
        '<near><place>BS-001</place><radius>350</radius></near><limit>5</limit></discover>',
    );
    expect(reply).toContain(`<total xmlns="${AGENTS_XML}">1</total>`);
    expect(reply).toContain('<id>reader-unproven</id><rank>1</rank>');
    expect(reply).toContain('<reason>version: 2.1.0 is in &gt;=2.0 &lt;3</reason>');
    const ambiguous = await rig.netconf('carol', `<discover xmlns="${AGENTS_XML}"><version>new</version></discover>`);
    expect(ambiguous).toContain('<error-tag>invalid-value</error-tag>');
    expect(ambiguous).toContain('which is no comparison with a version');
  });

  it('ANF-7.2-a: phase 1, screens out who does not meet a condition, and says of the others why', async () => {
    const { output } = await discover({ skill: ['read-image'], provider: 'ACME' });
    expect(output.total).toBe(3);
    for (const { reason } of output.match)
      expect(reason).toEqual(expect.arrayContaining(['skill: read-image', 'provider: ACME', 'state: online']));
  });

  it('ANF-7.2-g: answers with the target list: identifiers, addresses, capabilities', async () => {
    const { output } = await discover({ name: 'reader-near' });
    expect(output).toEqual({
      total: 1,
      match: [
        {
          id: 'reader-near',
          rank: 1,
          score: '1.0',
          reason: ['name: reader-near', 'state: online'],
          name: 'reader-near',
          description: 'The agent reader-near',
          'digital-identifier': 'did:wba:hospital.example:400',
          version: '2.1.0',
          provider: 'ACME',
          domain: 'hospital',
          skill: ['read-image'],
          service: ['AI service'],
          address: ['https://reader-400.example'],
          capabilities: {
            protocol: ['A2A', 'restconf'],
            'interaction-mode': ['request-response'],
            modality: ['image', 'text'],
            streaming: true,
            negotiate: ['acp-task-feasibility-negotiation-v1.1'],
          },
          state: 'online',
          'running-tasks': 0,
          'queued-tasks': 0,
          load: '0.0',
        },
      ],
    });
  });

  it('ANF-7.2-h: phase 2, the initiator takes one of the list and speaks with it', async () => {
    const { ids } = await discover({
      skill: ['read-image'],
      near: { place: 'BS-001', radius: 500 },
      security: { license: ['radiology'] },
    });
    const [chosen] = ids;
    const agreement = await rig.operation('bob', 'yangent-agents:negotiate-capability', {
      from: 'router-doctor',
      to: chosen,
      protocol: ['A2A', 'MCP'],
      negotiate: ['acp-task-feasibility-negotiation-v1.0'],
    });
    expect(agreement.output).toMatchObject({
      agreed: true,
      agreement: { protocol: ['A2A'], negotiate: ['acp-task-feasibility-negotiation-v1.0'] },
    });
    const { output } = await rig.operation('bob', 'yangent-tasks:assign', {
      from: 'router-doctor',
      to: chosen,
      'task-id': 'phase-2',
      objective: 'read this',
    });
    expect(output).toMatchObject({ to: 'reader-unproven', state: 'accepted' });
  });

  it('ANF-3.2-d: step C, takes the request as an intent, as a task or as other information', async () => {
    expect((await discover({ text: 'I want my X-rays looked at' })).ids).toContain('reader-near');
    expect((await discover({ text: 'analyse the medical image of patient 7' })).ids).toContain('reader-near');
    expect((await discover({ 'digital-identifier': 'did:wba:hospital.example:400' })).ids).toEqual(['reader-near']);
  });

  it('ANF-3.2-e: step D, answers with the agents that match, the best first', async () => {
    const { output } = await discover({
      text: 'medical image analysis',
      near: { place: 'BS-001', radius: 5_000 },
      exclude: ['reader-unproven'],
    });
    expect(output.match.map(({ id, rank }: Plain) => [id, rank])).toEqual([
      ['reader-near', 1],
      ['reader-far', 2],
    ]);
    expect(Number(output.match[0].score)).toBeGreaterThan(Number(output.match[1].score));
  });

  it('ANF-8.1-a: assigns a task to whoever the description of the task finds', async () => {
    const { output } = await rig.operation('bob', 'yangent-tasks:assign', {
      from: 'router-doctor',
      'task-id': 'by-description',
      objective: 'Medical image analysis of patient 7',
      discover: {
        text: 'Medical image analysis',
        near: { place: 'BS-001', radius: 450 },
        security: { credential: ['medical qualification vc'], unverified: true },
      },
    });
    expect(output).toMatchObject({ to: 'reader-near', state: 'accepted' });
  });
});

describe('proactive discovery', () => {
  it('ANF-7.1-a: a crawler finds the descriptions from the host alone, along links', async () => {
    const host = await rig.http('carol', 'GET', '/.well-known/host-meta');
    expect(JSON.parse(host.body)).toEqual({ links: [{ rel: 'restconf', href: '/restconf' }] });
    const list = await rig.http('carol', 'GET', '/restconf/data/yangent-agents:agents?fields=agent/id');
    const ids = JSON.parse(list.body)['yangent-agents:agents'].agent.map(({ id }: Plain) => id);
    expect(ids).toEqual(['coordinator', 'reader-far', 'reader-near', 'reader-unproven', 'router-doctor']);
    for (const id of ids) {
      const { body } = await rig.http('carol', 'GET', `/agents/${id}/restconf/data/irtf-agent:agent?fields=name`);
      expect(JSON.parse(body)).toEqual({ 'irtf-agent:agent': { name: id } });
    }
  });

  it('ANF-7.1-b: takes only the parts it wants, and nothing that has not changed', async () => {
    const path = `${AGENT}=reader-near/profile?fields=skills/skill(skill-name;skill-tags)`;
    const first = await rig.http('carol', 'GET', path);
    expect(JSON.parse(first.body)).toEqual({
      'yangent-agents:profile': {
        skills: { skill: [{ 'skill-name': 'read-image', 'skill-tags': ['medical', 'radiology'] }] },
      },
    });
    expect(first.headers.etag).toMatch(/^"/);
    const { Https } = await import('../support/http.js');
    const crawler = new Https(rig.node, 'carol', 'the password of carol');
    const again = await crawler.send('GET', path, { headers: { 'if-none-match': String(first.headers.etag) } });
    crawler.close();
    expect(again.status).toBe(304);
  });
});

describe('what must not be found', () => {
  it('is a private agent, by anybody but its owner, by any way of asking', async () => {
    const everything = { state: ['online', 'offline', 'draining'] };
    for (const query of [everything, { name: 'hidden' }, { domain: 'secret-domain' }, { text: 'hidden' }])
      expect((await discover({ ...everything, ...query })).ids).not.toContain('hidden');
    expect((await discover({ near: { agent: 'hidden', radius: 1 } })).output['error-tag']).toBe('data-missing');
    expect((await rig.http('carol', 'GET', `${AGENT}=hidden`)).status).toBe(404);
    expect((await rig.http('carol', 'GET', '/restconf/data/yangent-agents:agents?content=config')).body).not.toContain(
      'hidden',
    );
    for (const get of ['get', 'get-config'])
      expect(
        await rig.netconf('carol', `<${get}>${get === 'get' ? '' : '<source><running/></source>'}</${get}>`),
      ).not.toContain('secret-domain');
    expect((await discover({ name: 'hidden' }, 'bob')).ids).toEqual(['hidden']);
    expect((await rig.http('bob', 'GET', `${AGENT}=hidden`)).status).toBe(200);
    expect((await rig.http('admin', 'GET', `${AGENT}=hidden`)).status).toBe(200);
  });

  it('is an agent of a domain in which the caller has none', async () => {
    expect((await discover({ name: 'in-domain' })).ids).toEqual([]);
    await register(rig, 'carol', 'neighbour', { domain: 'ip' });
    expect((await discover({ name: 'in-domain' })).ids).toEqual(['in-domain']);
    await rig.operation('carol', 'yangent-agents:deregister', { id: 'neighbour' });
    expect((await discover({ name: 'in-domain' })).ids).toEqual([]);
  });

  it('is an agent that its owner has withdrawn, until he publishes it', async () => {
    expect((await rig.http('alice', 'POST', `${AGENT}=reader-far/withdraw`)).status).toBe(204);
    expect((await discover({ name: 'reader-far' })).ids).toEqual([]);
    expect((await rig.http('carol', 'GET', `${AGENT}=reader-far`)).status).toBe(404);
    expect((await rig.http('bob', 'POST', `${AGENT}=reader-far/publish`)).status).toBe(404);
    expect(
      (
        await rig.http('alice', 'POST', `${AGENT}=reader-far/publish`, {
          'yangent-agents:input': { visibility: 'domain' },
        })
      ).status,
    ).toBe(204);
    expect((await discover({ name: 'reader-far' })).ids).toEqual([]);
    expect((await discover({ name: 'reader-far' }, 'alice')).ids).toEqual(['reader-far']);
    expect(
      (
        await rig.http('alice', 'POST', `${AGENT}=reader-far/publish`, {
          'yangent-agents:input': { visibility: 'public' },
        })
      ).status,
    ).toBe(204);
    expect((await discover({ name: 'reader-far' })).ids).toEqual(['reader-far']);
  });

  it('is an agent that an operator entered before its owner has approved of it', async () => {
    const policy = (value: Plain) =>
      rig.http('admin', 'PATCH', '/restconf/data/yangent-agents:agents', {
        'yangent-agents:agents': { policy: value },
      });
    expect((await policy({ 'owner-approval': true, 'operator-approval': true })).status).toBe(204);
    const entered = (more: Plain) =>
      rig.http('admin', 'PUT', `${AGENT}=entered`, {
        'yangent-agents:agent': [{ ...description('entered'), owner: ['alice'], ...more }],
      });
    const refused = await entered({});
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('only an owner of agent');
    expect((await entered({ published: false })).status).toBe(201);
    expect((await discover({ name: 'entered' })).ids).toEqual([]);
    expect((await rig.http('alice', 'POST', `${AGENT}=entered/publish`)).status).toBe(204);
    expect((await discover({ name: 'entered' })).ids).toEqual(['entered']);

    const { output } = await rig.operation('bob', 'yangent-agents:register', description('unapproved'));
    expect(output).toEqual({ id: 'unapproved', approved: false });
    expect((await discover({ name: 'unapproved' })).ids).toEqual([]);
    await rig.http('admin', 'PATCH', `${AGENT}=unapproved`, {
      'yangent-agents:agent': [{ id: 'unapproved', approved: true }],
    });
    expect((await discover({ name: 'unapproved' })).ids).toEqual(['unapproved']);
    expect((await policy({ 'owner-approval': false, 'operator-approval': false })).status).toBe(204);
  });
});
