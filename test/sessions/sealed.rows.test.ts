/** Sealed sessions: what is in clear is refused with the place, and what is sealed goes through as it is. */
import { CompactEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Plain, register } from '../rows/agents-rig.js';
import { useBytesRig } from './bytes-rig.js';
import { SESSIONS_XML } from './sessions-rig.js';

const { rig, call, act, open, say, receive, read, ways } = useBytesRig();

const KEY = new Uint8Array(16).fill(7);
const seal = (text: string) =>
  new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader({ alg: 'dir', enc: 'A128GCM' }).encrypt(KEY);
const JWE = await seal('the fibre is cut');
const JOSE = { 'media-type': 'application/jose' };
const COMMIT = Buffer.from([0, 1, 0, 2, 9, 9]).toString('base64');
const sealed = (kind = 'group', more: Plain = {}) =>
  open(kind, { encryption: 'sealed', member: [{ agent: 'ip' }, { agent: 'optics' }], ...more });

const refusal = (path: string, why: unknown = expect.any(String)) => ({
  status: 400,
  output: { 'error-tag': 'invalid-value', 'error-app-tag': 'not-sealed', 'error-path': path, 'error-message': why },
});
const SEND = '/yangent-sessions:send';

describe('a sealed session', () => {
  it('takes JOSE and MLS, and gives them to its members as they are', async () => {
    const session = await sealed();
    expect((await read('bob', session)).encryption).toBe('sealed');
    expect((await say('noc', session, JWE, { ...JOSE, subject: 'links/r1', tag: ['fibre'] })).status).toBe(200);
    expect((await say('ip', session, COMMIT, { 'media-type': 'message/mls' })).status).toBe(200);
    const { message } = await receive('optics', { session });
    expect(message.slice(-2)).toMatchObject([
      { content: JWE, 'media-type': 'application/jose', subject: 'links/r1', tag: ['fibre'] },
      { content: COMMIT, 'media-type': 'message/mls' },
    ]);
  });

  it('refuses content in clear, says why, and stores nothing', async () => {
    const session = await sealed();
    const before = (await read('alice', session))['last-sequence'];
    expect(await say('noc', session, 'the fibre is cut')).toMatchObject(
      refusal(
        `${SEND}/content`,
        'a sealed session takes nothing in clear; "content" is not sealed: it has the media type text/plain. Encrypt it, as application/jose, application/jose+json or message/mls',
      ),
    );
    for (const mediaType of ['application/jose', 'message/mls', 'application/json']) {
      const { output, status } = await say('noc', session, 'the fibre is cut', { 'media-type': mediaType });
      expect({ status, output }).toMatchObject(refusal(`${SEND}/content`));
      expect(JSON.stringify(output)).not.toContain('fibre');
    }
    expect(await say('noc', session, JWE)).toMatchObject(refusal(`${SEND}/content`));
    expect((await read('alice', session))['last-sequence']).toBe(before);
  });

  it('refuses it over NETCONF too', async () => {
    const session = await sealed();
    const send = (content: string) =>
      rig.netconf(
        'alice',
        `<send xmlns="${SESSIONS_XML}"><session>${session}</session><from>noc</from>${content}</send>`,
      );
    const reply = await send('<content>the fibre is cut</content>');
    expect(reply).toContain('<error-app-tag>not-sealed</error-app-tag>');
    expect(reply).toContain('>/yangent-sessions:send/yangent-sessions:content</error-path>');
    expect(await send(`<content>${JWE}</content><media-type>application/jose</media-type>`)).toContain('<sequence');
  });

  it.each(['request', 'response', 'proposal', 'vote', 'voting-result', 'summary', 'task-assignment'])(
    'refuses a %s in clear, and takes a sealed one',
    async (type) => {
      const session = await sealed();
      const { sequence } = (await say('ip', session, JWE, { ...JOSE, type: 'proposal' })).output;
      const more: Plain = { type: `yangent-sessions:${type}`, 'in-reply-to': sequence };
      if (type === 'summary') more.covers = sequence;
      if (type === 'task-assignment') more['next-speaker'] = ['optics'];
      expect(await say('noc', session, 'the fibre is cut', more)).toMatchObject(refusal(`${SEND}/content`));
      expect(await say('noc', session, JWE, { ...JOSE, ...more })).toMatchObject({ status: 200 });
    },
  );

  const ARTIFACT = "/artifact[name='trace']";
  it.each([
    ['/extension', { extension: '{"why":"cut"}' }],
    [`${ARTIFACT}/value`, { artifact: [{ name: 'trace', value: 'cut' }] }],
    [`${ARTIFACT}/value`, { artifact: [{ name: 'trace', value: 'cut', ...JOSE }] }],
    [`${ARTIFACT}/data`, { artifact: [{ name: 'trace', data: { why: 'cut' }, ...JOSE }] }],
    [`${ARTIFACT}/url`, { artifact: [{ name: 'trace', url: 'https://example.com/cut', ...JOSE }] }],
    [`${ARTIFACT}/description`, { artifact: [{ name: 'trace', value: JWE, description: 'cut', ...JOSE }] }],
  ])('refuses %s in clear', async (path, more) => {
    const session = await sealed();
    expect(await say('noc', session, JWE, { ...JOSE, ...more })).toMatchObject(refusal(`${SEND}${path}`));
  });

  it('tells the media type of a sealed task without other content', async () => {
    const session = await sealed();
    const more = { type: 'yangent-sessions:task-assignment', 'next-speaker': ['ip'], task: { content: JWE } };
    const { status } = await say('noc', session, undefined as unknown as string, { ...JOSE, ...more });
    expect(status).toBe(200);
    expect((await receive('ip', { session })).message.at(-1)).toMatchObject({ ...JOSE, task: { content: JWE } });
  });

  it('takes sealed artifacts', async () => {
    const session = await sealed();
    const artifact = [{ name: 'trace', value: JWE, ...JOSE }];
    expect((await say('noc', session, JWE, { ...JOSE, artifact })).status).toBe(200);
    expect((await receive('ip', { session })).message.at(-1).artifact).toEqual(artifact);
  });

  it.each([
    ['content', 'cut'],
    ['objective', 'cut'],
    ['expected-response', 'cut'],
    ['initiator', 'the customer Ann'],
    ['input', { why: 'cut' }],
    ['constraint', [{ name: 'cut' }]],
    ['expected-artifact', [{ name: 'cut' }]],
    ['term', [{ term: 'cut' }]],
    ['context', ['cut']],
  ])('refuses %s of a task in clear', async (member, value) => {
    const session = await sealed();
    const more = { type: 'yangent-sessions:task-assignment', 'next-speaker': ['ip'], task: { [member]: value } };
    expect(await say('noc', session, JWE, { ...JOSE, ...more })).toMatchObject(refusal(`${SEND}/task/${member}`));
  });

  it('names data only that are sealed by their media type', async () => {
    const session = await sealed();
    const put = async (id: string, type: string) =>
      expect((await rig.http('alice', 'PUT', `/data/${id}`, JWE, type)).status).toBeLessThan(300);
    await put('levels-clear', 'text/plain');
    await put('levels-sealed', 'application/jose');
    const named = (param: string) => ({ ...JOSE, artifact: [{ name: 'trace', 'data-param': param }] });
    expect(await say('noc', session, JWE, named('levels-clear'))).toMatchObject(
      refusal(
        `${SEND}${ARTIFACT}/data-param`,
        expect.stringContaining('data parameter "levels-clear" is not sealed: it has the media type text/plain'),
      ),
    );
    expect((await say('noc', session, JWE, named('levels-sealed'))).status).toBe(200);
    expect((await ways('bob', 'levels-sealed')).bytes).toBe(JWE);
    const assign = { ...JOSE, type: 'yangent-sessions:task-assignment', 'next-speaker': ['ip'] };
    expect(await say('noc', session, JWE, { ...assign, task: { 'data-param': ['levels-clear'] } })).toMatchObject(
      refusal(`${SEND}/task/data-param`),
    );
    // Data of others stay hidden.
    await rig.http('carol', 'PUT', '/data/of-carol', 'clear', 'text/plain');
    const [hidden, none] = [
      await say('noc', session, JWE, named('of-carol')),
      await say('noc', session, JWE, named('of-nobody')),
    ];
    expect(hidden.output['error-app-tag']).toBeUndefined();
    expect(hidden.output['error-message'].replace('of-carol', 'of-nobody')).toBe(none.output['error-message']);
  });

  it.each([
    ['none', 1],
    ['sealed', 0],
  ])('with encryption %s makes %i summaries for one who joins', async (encryption, count) => {
    const session = await open('group', { encryption, admission: 'node', qos: { history: 'summary' } });
    await say('noc', session, JWE, JOSE);
    await act('bob', session, 'join', { agent: 'ip' });
    const { message = [] } = await receive('ip', { session });
    expect(message.filter(({ type }: Plain) => type === 'yangent-sessions:summary')).toHaveLength(count);
  });
});

describe('the term encryption', () => {
  it('is set for a session in clear, and never unset', async () => {
    const session = await open('group', { member: [{ agent: 'ip' }] });
    expect((await say('noc', session, 'in clear', { id: 'm-1' })).status).toBe(200);
    expect(await act('alice', session, 'set', { agent: 'noc', encryption: 'sealed' })).toMatchObject({ status: 204 });
    expect(await say('noc', session, 'in clear')).toMatchObject(refusal(`${SEND}/content`));
    // A message that was sent before is answered as before.
    expect(await say('noc', session, 'in clear', { id: 'm-1' })).toMatchObject({ status: 200 });
    expect(await act('alice', session, 'set', { agent: 'noc', encryption: 'none' })).toMatchObject({
      status: 400,
      output: {
        'error-tag': 'invalid-value',
        'error-path': '/yangent-sessions:set/encryption',
        'error-message':
          '"encryption" is sealed, and stays so, as members trust in it: open another session to send in clear',
      },
    });
    expect((await act('alice', session, 'set', { agent: 'noc', unset: ['history'], name: 'x' })).status).toBe(204);
    expect((await read('alice', session)).encryption).toBe('sealed');
  });

  it('holds for the first message', async () => {
    const opening = { from: 'noc', kind: 'group', encryption: 'sealed' };
    expect(await call('alice', 'open', { ...opening, first: { content: 'in clear' } })).toMatchObject(
      refusal('/yangent-sessions:open/first/content'),
    );
    expect(await call('alice', 'open', { ...opening, first: { content: JWE, ...JOSE } })).toMatchObject({
      status: 200,
    });
  });

  it('is not set while a first message in clear waits', async () => {
    await register(rig, 'carol', 'shy', { execution: { accepts: { sessions: 'ask' } } });
    const opening = { from: 'noc', kind: 'team', goal: 'why', member: [{ agent: 'shy' }] };
    const { id } = (await call('alice', 'open', { ...opening, first: { content: 'in clear' } })).output;
    expect(await act('alice', id, 'set', { agent: 'noc', encryption: 'sealed' })).toMatchObject(
      refusal('/yangent-sessions:set/encryption', expect.stringContaining('the first message of team')),
    );
    expect(await act('carol', id, 'join', { agent: 'shy' })).toMatchObject({ status: 200 });
    expect(await act('alice', id, 'set', { agent: 'noc', encryption: 'sealed' })).toMatchObject({ status: 204 });
  });

  it('is refused where the direct session of the agents is there in clear', async () => {
    await call('alice', 'send', { from: 'noc', to: ['ip'], content: 'in clear' });
    const direct = { from: 'noc', kind: 'direct', member: [{ agent: 'ip' }] };
    expect(await call('alice', 'open', { ...direct, encryption: 'sealed' })).toMatchObject({
      status: 409,
      output: { 'error-tag': 'data-exists' },
    });
    const { id } = (await call('alice', 'open', direct)).output;
    await act('alice', id, 'set', { agent: 'noc', encryption: 'sealed' });
    expect((await call('alice', 'open', { ...direct, encryption: 'sealed' })).output.id).toBe(id);
    expect(await call('bob', 'send', { from: 'ip', to: ['noc'], content: 'in clear' })).toMatchObject(
      refusal(`${SEND}/content`),
    );
  });

  it('of a configured session that is sealed no more gives another session', async () => {
    await register(rig, 'admin', 'board');
    const path = '/restconf/data/yangent-sessions:sessions/standing=alarms';
    const configured = async (encryption: string) => {
      const entry = { name: 'alarms', kind: 'group', from: 'board', encryption };
      expect((await rig.http('admin', 'PUT', path, { 'yangent-sessions:standing': [entry] })).status).toBeLessThan(300);
      return JSON.parse((await rig.http('admin', 'GET', path)).body)['yangent-sessions:standing'][0].session;
    };
    const first = await configured('none');
    expect(await configured('sealed')).toBe(first);
    expect(await read('admin', first)).toMatchObject({ encryption: 'sealed', state: 'open' });
    const second = await configured('none');
    expect(second).not.toBe(first);
    expect(await read('admin', first)).toMatchObject({ encryption: 'sealed', state: 'closed' });
    expect((await call('admin', 'send', { from: 'board', session: second, content: 'in clear' })).status).toBe(200);
  });
});

describe('the tasks of a sealed team', () => {
  const team = async (more: Plain = {}) => {
    const opening = { from: 'noc', kind: 'team', goal: 'why', encryption: 'sealed', member: [{ agent: 'ip' }] };
    return (await call('alice', 'open', { ...opening, ...more })).output.id;
  };
  const assigned = async (session: string) => {
    const more = { ...JOSE, type: 'yangent-sessions:task-assignment', 'next-speaker': ['ip'] };
    expect((await say('noc', session, JWE, more)).status).toBe(200);
    const id = (await read('alice', session)).task.at(-1).id;
    expect((await rig.onTask('bob', id, 'claim')).status).toBe(200);
    return id;
  };
  const told = async (session: string, type: string) =>
    (await call('alice', 'history', { agent: 'noc', session, type: [`yangent-sessions:${type}`] })).output.message.at(
      -1,
    );

  it('have sealed content for their executor', async () => {
    const id = await assigned(await team());
    const { body } = await rig.http('bob', 'GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
    expect(JSON.parse(body)['yangent-tasks:task'][0].content).toBe(JWE);
  });

  it('are told with sealed results', async () => {
    const session = await team();
    const id = await assigned(session);
    const artifact = [
      { name: 'conclusion', value: JWE, ...JOSE },
      { name: 'trace', value: COMMIT, 'media-type': 'message/mls' },
    ];
    expect((await rig.onTask('bob', id, 'complete', { artifact })).status).toBe(200);
    const result = await told(session, 'task-result');
    expect(result).toMatchObject({ content: JWE, 'media-type': 'application/jose', artifact: [artifact[1]] });
    expect(result['task-news']['not-sealed']).toBeUndefined();
  });

  it('are told without what is in clear, which their assigner reads at the task', async () => {
    const session = await team();
    const id = await assigned(session);
    expect((await rig.onTask('bob', id, 'report-progress', { percent: 50, note: 'half of it' })).status).toBeLessThan(
      300,
    );
    const artifact = [
      { name: 'conclusion', value: 'the fibre is cut' },
      { name: 'labelled', value: 'the fibre is cut here', ...JOSE },
      { name: 'trace', value: JWE, ...JOSE },
    ];
    expect((await rig.onTask('bob', id, 'complete', { artifact })).status).toBe(200);
    const result = await told(session, 'task-result');
    expect(result).toMatchObject({ artifact: [artifact[2]], 'task-news': { state: 'completed', 'not-sealed': true } });
    expect(result.content).toBeUndefined();
    expect((await told(session, 'task-progress')).content).toBeUndefined();
    const { body } = await rig.http('alice', 'GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
    expect(body).toContain('the fibre is cut');
  });

  it('are told without the reason for which they failed', async () => {
    const session = await team();
    const id = await assigned(session);
    await rig.onTask('bob', id, 'fail', { code: 'internal', message: 'the fibre is cut' });
    const result = await told(session, 'task-result');
    expect(result).toMatchObject({ 'task-news': { state: 'failed', 'not-sealed': true } });
    expect(JSON.stringify(result)).not.toContain('fibre');
  });

  it('make sealed teams below, whose conclusion is told sealed', async () => {
    const session = await team();
    const id = await assigned(session);
    const below = { from: 'ip', kind: 'team', goal: 'where', parent: { task: id }, member: [{ agent: 'optics' }] };
    expect(await call('bob', 'open', { ...below, encryption: 'none' })).toMatchObject({
      status: 400,
      output: { 'error-tag': 'invalid-value' },
    });
    const lower = (await call('bob', 'open', below)).output.id;
    expect((await read('bob', lower)).encryption).toBe('sealed');
    expect(await act('bob', lower, 'conclude', { agent: 'ip', 'next-speaker': 'ip' })).toMatchObject({ status: 204 });
    const conclusion = { type: 'yangent-sessions:conclusion' };
    expect(await say('ip', lower, 'cut', conclusion)).toMatchObject(refusal(`${SEND}/content`));
    expect((await say('ip', lower, JWE, { ...JOSE, ...conclusion })).status).toBe(200);
    expect(await told(session, 'task-result')).toMatchObject({ content: JWE, 'media-type': 'application/jose' });
  });
});

describe('sharing policies', () => {
  const policy = async (value: Plain) =>
    expect(
      (
        await rig.http('admin', 'PATCH', '/restconf/data', {
          'ietf-restconf:data': { 'yangent-contexts:sharing-policy': [value] },
        })
      ).status,
    ).toBe(204);
  const unset = (name: string) => rig.http('admin', 'DELETE', `/restconf/data/yangent-contexts:sharing-policy=${name}`);
  const last = async (session: string) =>
    (await call('bob', 'history', { agent: 'ip', session, limit: 1 })).output.message[0];

  it('that redact keep sealed messages whole from their receiver, as nobody can search them', async () => {
    const session = await sealed();
    await policy({ name: 'no-mail', to: ['ip'], action: 'redact', redact: ['email'] });
    expect((await say('noc', session, JWE, JOSE)).output.withheld).toBe(1);
    expect(await last(session)).toMatchObject({ redacted: ['content'] });
    expect((await last(session)).content).toBeUndefined();
    await unset('no-mail');
    expect(await last(session)).toMatchObject({ content: JWE });
  });

  it('are not got round by a media type that lies', async () => {
    const session = await open('group', { member: [{ agent: 'ip' }] });
    await policy({ name: 'no-mail', to: ['ip'], action: 'redact', redact: ['email'] });
    await say('noc', session, 'mail ann@example.com', JOSE);
    expect((await last(session)).content).toBeUndefined();
    await unset('no-mail');
  });

  it('that deny, or allow by length, hold as for all messages', async () => {
    const session = await sealed();
    await policy({ name: 'rule', to: ['ip'], action: 'deny', type: ['conversation'] });
    await say('noc', session, JWE, JOSE);
    expect((await last(session)).content).toBeUndefined();
    await policy({ name: 'rule', to: ['ip'], action: 'allow', 'max-length': 10 });
    expect((await last(session)).content).toBeUndefined();
    await policy({ name: 'rule', to: ['ip'], action: 'allow', 'max-length': 10_000 });
    expect((await last(session)).content).toBe(JWE);
    await unset('rule');
  });
});
