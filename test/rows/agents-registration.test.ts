/** Registration over the wire: every parameter that seed 002 §6.2 names is sent literally, stored, and read back literally. */
import { describe, expect, it } from 'vitest';
import { AGENTS_XML, description, type Plain, register, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();

const AGENT = '/restconf/data/yangent-agents:agents/agent';
const stored = async (id: string): Promise<Plain> =>
  JSON.parse((await rig.http('alice', 'GET', `${AGENT}=${id}?content=config`)).body)['yangent-agents:agent'][0];
const xmlOf = (id: string) =>
  rig.netconf(
    'alice',
    `<get><filter type="subtree"><agents xmlns="${AGENTS_XML}"><agent><id>${id}</id></agent></agents></filter></get>`,
  );

/** One request with one parameter; what is stored of it, in both encodings. */
async function registered(id: string, more: Plain): Promise<{ readonly json: Plain; readonly xml: string }> {
  await register(rig, 'alice', id, more);
  return { json: await stored(id), xml: await xmlOf(id) };
}

describe('the parameters of a registration', () => {
  it('ANF-6.2-a: a name, which two agents of different domains may both have', async () => {
    const named = (id: string, domain: string) => ({ ...description('Doctor', { domain }), id });
    for (const domain of ['hospital', 'insurance']) {
      const answer = await rig.http('alice', 'POST', '/restconf/operations/yangent-agents:register', {
        'yangent-agents:input': named(`doctor-${domain}`, domain),
      });
      expect(answer.status).toBe(200);
    }
    expect((await stored('doctor-hospital')).profile.name).toBe('Doctor');
    expect(await xmlOf('doctor-insurance')).toContain('<profile><name>Doctor</name>');
    expect(await rig.operation('alice', 'yangent-agents:register', named('doctor-3', 'hospital'))).toMatchObject({
      status: 400,
      output: {
        'error-tag': 'invalid-value',
        'error-app-tag': 'data-not-unique',
        'error-message': expect.stringContaining(
          'agent "doctor-hospital" of the same domain already has the name "Doctor"',
        ),
      },
    });
  });

  it.each<readonly [title: string, more: Plain, json: Plain, xml: string]>([
    [
      'ANF-6.2-b: a globally unique digital identifier',
      { registration: { 'digital-identifier': 'did:wba:operator.example:agent:7' } },
      { registration: { 'digital-identifier': 'did:wba:operator.example:agent:7' } },
      '<digital-identifier>did:wba:operator.example:agent:7</digital-identifier>',
    ],
    [
      'ANF-6.2-c: a description in natural language',
      { profile: { description: 'Looks at X-ray images & says what it sees' } },
      { profile: { description: 'Looks at X-ray images & says what it sees' } },
      '<description>Looks at X-ray images &amp; says what it sees</description>',
    ],
    [
      'ANF-6.2-d: addresses, a URL and a domain name',
      { registration: { address: ['https://xray.example/agent', 'xray.hospital.example'] } },
      { registration: { address: ['https://xray.example/agent', 'xray.hospital.example'] } },
      '<address>https://xray.example/agent</address><address>xray.hospital.example</address>',
    ],
    [
      'ANF-6.2-e: a version',
      { profile: { version: '2.4.1-rc.1' } },
      { profile: { version: '2.4.1-rc.1' } },
      '<version>2.4.1-rc.1</version>',
    ],
    [
      'ANF-6.2-f: communication capabilities',
      { registration: { communication: { protocol: ['A2A', 'ANP', 'MCP', 'http/2', 'http/3'] } } },
      { registration: { communication: { protocol: ['A2A', 'ANP', 'MCP', 'http/2', 'http/3'] } } },
      '<protocol>http/3</protocol>',
    ],
    [
      'ANF-6.2-g: interaction modes, those named and others',
      {
        registration: {
          communication: { 'interaction-mode': ['multicast', 'request-response', 'subscription-notification'] },
        },
      },
      {
        registration: {
          communication: { 'interaction-mode': ['multicast', 'request-response', 'subscription-notification'] },
        },
      },
      '<interaction-mode>subscription-notification</interaction-mode>',
    ],
    [
      'ANF-6.2-h: multimodal capabilities',
      { registration: { communication: { modality: ['audio', 'image', 'real-time audio', 'text', 'video'] } } },
      { registration: { communication: { modality: ['audio', 'image', 'real-time audio', 'text', 'video'] } } },
      '<modality>real-time audio</modality>',
    ],
    [
      'ANF-6.2-i: services',
      {
        registration: {
          service: [
            { name: 'AI service', description: 'reads images' },
            { name: 'sensing service' },
            { name: 'computing service' },
          ],
        },
      },
      {
        registration: {
          service: [
            { name: 'AI service', description: 'reads images' },
            { name: 'computing service' },
            { name: 'sensing service' },
          ],
        },
      },
      '<service><name>AI service</name><description>reads images</description></service>',
    ],
    [
      'ANF-6.2-j: skills with name, identifier, services, abstract and required input',
      {
        profile: { skills: { skill: [{ 'skill-name': 'read-xray', 'skill-description': 'Finds broken bones' }] } },
        registration: {
          skill: [
            {
              'skill-name': 'read-xray',
              id: 'urn:skill:42',
              service: ['AI service'],
              'required-input': 'one image, at most 20 MB',
            },
          ],
        },
      },
      {
        profile: { skills: { skill: [{ 'skill-name': 'read-xray', 'skill-description': 'Finds broken bones' }] } },
        registration: {
          skill: [
            {
              'skill-name': 'read-xray',
              id: 'urn:skill:42',
              service: ['AI service'],
              'required-input': 'one image, at most 20 MB',
            },
          ],
        },
      },
      '<skill><skill-name>read-xray</skill-name><id>urn:skill:42</id><service>AI service</service><required-input>one image, at most 20 MB</required-input></skill>',
    ],
    [
      'ANF-6.2-k: programming interfaces',
      {
        registration: {
          interface: [
            {
              name: 'read',
              protocol: 'http/2',
              url: 'https://xray.example/read',
              specification: 'https://xray.example/openapi.json',
            },
          ],
        },
      },
      {
        registration: {
          interface: [
            {
              name: 'read',
              protocol: 'http/2',
              url: 'https://xray.example/read',
              specification: 'https://xray.example/openapi.json',
            },
          ],
        },
      },
      '<interface><name>read</name><protocol>http/2</protocol><url>https://xray.example/read</url><specification>https://xray.example/openapi.json</specification></interface>',
    ],
  ])('%s', async (title, more, json, xml) => {
    const { json: found, xml: foundXml } = await registered(`row-${title.slice(8, 9)}`, more);
    expect(found).toMatchObject(json);
    expect(foundXml).toContain(xml);
  });

  it('ANF-6.2-l: licences, credentials and keys, which only administrators read', async () => {
    const security = {
      level: '3',
      license: ['radiology'],
      credential: ['Medical qualification VC'],
      key: ['ed25519 AAAA'],
    };
    await register(rig, 'alice', 'row-l', { registration: { security } });
    const admin = await rig.http('admin', 'GET', `${AGENT}=row-l/registration/security`);
    expect(JSON.parse(admin.body)).toEqual({ 'yangent-agents:security': security });
    for (const user of ['bob', 'carol'] as const) {
      const { body } = await rig.http(user, 'GET', `${AGENT}=row-l`);
      expect(body).not.toContain('Medical qualification VC');
      expect(body).not.toContain('ed25519');
    }
    expect(
      await rig.netconf('bob', `<get><filter type="subtree"><agents xmlns="${AGENTS_XML}"/></filter></get>`),
    ).not.toContain('ed25519');
  });

  it('how to authenticate to an agent: the scheme is public, its parameters are not', async () => {
    const parameters = { jwtInfo: 'the key of the tokens', oauth: 'the secret of the client' };
    const method = { 'accessinfo-id': 'a', scheme: 'JWT', ...parameters };
    await register(rig, 'alice', 'row-m', { profile: { authentication: { 'authentication-methods': [method] } } });
    const resources = [`${AGENT}=row-m/profile`, '/agents/row-m/restconf/data/irtf-agent:agent'];
    for (const resource of resources) {
      for (const secret of Object.values(parameters))
        expect((await rig.http('admin', 'GET', resource)).body).toContain(secret);
      const { status, body } = await rig.http('bob', 'GET', resource);
      expect([status, body]).toEqual([200, expect.stringContaining('"scheme":"JWT"')]);
      expect(body).not.toMatch(/the key|the secret/);
    }
    const all = '<get><filter type="xpath" select="//*[contains(., \'the secret\')]"/></get>';
    expect(await rig.netconf('bob', all)).not.toContain('secret of');
    expect(await rig.netconfAt('bob', 'row-m', '<get/>')).not.toContain('secret of');
  });
});

describe('the registration server', () => {
  it('ANF-3.1-a: an agent is a managed entity with an endpoint of its own', async () => {
    await register(rig, 'alice', 'entity');
    const { status, body } = await rig.http(
      'alice',
      'GET',
      '/agents/entity/restconf/data/irtf-agent:agent?fields=name;version',
    );
    expect({ status, body: JSON.parse(body) }).toEqual({
      status: 200,
      body: { 'irtf-agent:agent': { name: 'entity', version: '1.0.0' } },
    });
  });

  it('ANF-3.1-b: registers capabilities, and finds by them', async () => {
    await register(rig, 'alice', 'surveyor', { profile: { skills: { skill: [{ 'skill-name': 'survey-site' }] } } });
    const { output } = await rig.operation('bob', 'yangent-agents:discover', { skill: ['survey-site'] });
    expect(output.match).toMatchObject([{ id: 'surveyor', rank: 1, skill: ['survey-site'] }]);
  });

  it('ANF-3.2-b: step A, registers over NETCONF, literally', async () => {
    const reply = await rig.netconf(
      'bob',
      `<register xmlns="${AGENTS_XML}"><id>step-a</id><profile><name>step-a</name><description>an agent</description>` +
        '<version>1.0.0</version><provider>ACME</provider></profile><lease>600</lease></register>',
    );
    expect(reply).toMatch(
      /<id xmlns="urn:yangent:params:xml:ns:yang:yangent-agents">step-a<\/id><lease-expires xmlns="[^"]+">\d{4}-[^<]+Z<\/lease-expires><approved xmlns="[^"]+">true<\/approved>/,
    );
  });

  it('ANF-3.2-c: step B, who is not authenticated, or not the owner, stores nothing', async () => {
    await register(rig, 'alice', 'step-b');
    const { Https } = await import('../support/http.js');
    const stranger = new Https(rig.node, 'alice', 'a guess');
    const answer = await stranger.send('POST', '/restconf/operations/yangent-agents:register', {
      body: JSON.stringify({ 'yangent-agents:input': description('step-b-stranger') }),
    });
    stranger.close();
    expect(answer.status).toBe(401);
    expect(await rig.operation('bob', 'yangent-agents:register', description('step-b', { domain: 'bobs' }))).toEqual({
      status: 403,
      output: {
        'error-type': 'application',
        'error-tag': 'access-denied',
        'error-message': 'user "bob" does not own agent "step-b"',
      },
    });
    expect((await rig.http('admin', 'GET', `${AGENT}=step-b-stranger`)).status).toBe(404);
    expect((await stored('step-b')).domain).toBeUndefined();
  });

  it('ANF-6-a: both modes, the description at the agent itself and the central directory', async () => {
    await register(rig, 'alice', 'both-modes', { profile: { alias: 'of itself' } });
    const own = await rig.http('bob', 'GET', '/agents/both-modes/restconf/data/irtf-agent:agent?fields=alias');
    const central = await rig.operation('bob', 'yangent-agents:discover', { name: 'of itself' });
    expect(JSON.parse(own.body)).toEqual({ 'irtf-agent:agent': { alias: 'of itself' } });
    expect(central.output.match).toMatchObject([{ id: 'both-modes' }]);
  });

  it('ANF-6.1-a: self-declared descriptions hold links, of which a reader takes what it wants', async () => {
    await register(rig, 'alice', 'linked', {
      registration: {
        interface: [
          { name: 'read', url: 'https://linked.example/read', specification: 'https://linked.example/openapi.json' },
        ],
      },
    });
    const { body } = await rig.http(
      'bob',
      'GET',
      `${AGENT}=linked?fields=id;registration/interface(name;specification)`,
    );
    expect(JSON.parse(body)).toEqual({
      'yangent-agents:agent': [
        {
          id: 'linked',
          registration: { interface: [{ name: 'read', specification: 'https://linked.example/openapi.json' }] },
        },
      ],
    });
  });

  it('is left by deregistering, and an agent that drains takes nothing new', async () => {
    await register(rig, 'bob', 'leaver');
    const drained = await rig.http('bob', 'POST', `${AGENT}=leaver/drain`, {
      'yangent-agents:input': { reason: 'upgrade' },
    });
    expect(JSON.parse(drained.body)).toEqual({ 'yangent-agents:output': { 'running-tasks': 0 } });
    const { output } = await rig.operation('bob', 'yangent-agents:discover', { name: 'leaver', state: ['draining'] });
    expect(output.match).toMatchObject([{ id: 'leaver', state: 'draining' }]);
    expect(await rig.netconf('bob', `<deregister xmlns="${AGENTS_XML}"><id>leaver</id></deregister>`)).toContain(
      '<ok/>',
    );
    expect((await rig.http('bob', 'GET', `${AGENT}=leaver`)).status).toBe(404);
  });
});

describe('what a registration must not do', () => {
  it.each<readonly [string, Plain, string]>([
    ['without a profile', { id: 'bad' }, 'missing-element'],
    ['with a name that is no identifier', { ...description('bad'), id: 'a/b' }, 'invalid-value'],
    [
      'with a place off the Earth',
      description('bad', { registration: { location: { latitude: '91', longitude: '0' } } }),
      'invalid-value',
    ],
    ['with half a place', description('bad', { registration: { location: { latitude: '1' } } }), 'missing-element'],
    ['with unknown members', description('bad', { colour: 'red' }), 'unknown-element'],
    ['for ever less than a second', { ...description('bad'), lease: 0 }, 'invalid-value'],
    [
      'with a description that is too big',
      description('bad', { profile: { description: 'x'.repeat(300_000) } }),
      'too-big',
    ],
  ])('%s: refused with a reason, and nothing is half stored', async (_, input, tag) => {
    const { status, output } = await rig.operation('alice', 'yangent-agents:register', input);
    expect({ status: status >= 400 && status < 500, tag: output['error-tag'] }).toEqual({ status: true, tag });
    expect(String(output['error-message']).length).toBeGreaterThan(20);
    expect((await rig.http('admin', 'GET', `${AGENT}=bad`)).status).toBe(404);
    expect((await rig.operation('alice', 'yangent-agents:discover', { name: 'bad' })).output.total).toBe(0);
  });

  it('takes no name under which another agent is spoken to', async () => {
    await register(rig, 'alice', 'spoken-to', { profile: { name: 'The well-known' } });
    expect(
      (
        await rig.operation(
          'bob',
          'yangent-agents:register',
          description('The-other', { profile: { name: 'spoken-to' } }),
        )
      ).output,
    ).toMatchObject({
      'error-app-tag': 'data-not-unique',
      'error-message': expect.stringContaining('"spoken-to" is the identifier of another agent'),
    });
    await register(rig, 'alice', 'named-otherwise', { profile: { name: 'well-known-2' } });
    expect(
      (
        await rig.operation(
          'bob',
          'yangent-agents:register',
          description('well-known-2', { domain: 'x', profile: { name: 'fine' } }),
        )
      ).output,
    ).toMatchObject({
      'error-app-tag': 'data-not-unique',
      'error-message': expect.stringContaining('"well-known-2" is the name of agent "named-otherwise"'),
    });
  });
});
