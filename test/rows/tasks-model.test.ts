/** The names of the draft's module (seed 004 §5.1, §5.2 and Appendix A) as clients write and read them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Face,
  IRTF,
  type Members,
  netconfFace,
  RESOURCES,
  type Resource,
  restconfFace,
} from '../support/faces.js';
import { useTasksRig } from './tasks-rig.js';

const rig = useTasksRig();
const AGENT: Resource = {
  filter: `<agent xmlns="${IRTF}"/>`,
  uri: '/irtf-agent:agent',
  path: '/irtf-agent:agent',
  steps: ['irtf-agent:agent'],
};
const PROFILE = {
  name: 'TMF-ACME-Transmit-1.0',
  alias: 'transmit fault agent',
  description: 'finds faults of transmission',
  type: 'fault',
  version: '1.0.0',
  provider: 'ACME',
  domain: 'Optical',
  'management-object': 'subnet 7',
  skills: {
    skill: [
      {
        'skill-name': 'diagnose-fibre',
        'skill-description': 'says where a fibre is cut',
        'skill-tags': ['fault', 'fibre'],
        'input-modes': ['image', 'text'],
        'output-modes': ['audio', 'text', 'video'],
      },
    ],
  },
  capability: {
    streaming: true,
    'push-notifications': true,
    negotiate: 'acp-task-feasibility-negotiation-v1.0, acp-task-fulfillment-negotiation-v1.0',
  },
  authentication: {
    'authentication-methods': [
      { 'accessinfo-id': 'jwt', scheme: 'JWT', jwtInfo: 'issuer=https://id.example' },
      { 'accessinfo-id': 'oauth', scheme: 'OAuth 2.0', oauth: 'token=https://id.example/token' },
    ],
  },
};

const endpoints = new Map<string, Face>();
beforeAll(async () => {
  await rig.node.node.edit({ 'yangent-agents:agents': { agent: [{ id: 'full', profile: PROFILE }] } });
  const { password } = rig.node;
  endpoints.set('NETCONF', await netconfFace(rig.node, { user: 'admin%full', password }));
  endpoints.set('RESTCONF', restconfFace(rig.node, { user: 'admin', password }, 'full'));
});
afterAll(async () => {
  for (const face of endpoints.values()) await face.close();
});

describe.each(['NETCONF', 'RESTCONF'] as const)('through %s', (way) => {
  const face = () => rig.faces[way];
  const own = () => {
    const found = endpoints.get(way);
    if (!found) throw new Error('the endpoint is not open');
    return found;
  };

  it('MAG-4.1-a MAG-5.1-a MAG-5.1-b MAG-5.1-c MAG-5.1-d MAG-5.1-e MAG-5.1-f MAG-5.1-g MAG-5.1-h MAG-5.1-i MAG-5.1-j MAG-5.1-k MAG-5.1-l MAG-5.1-m MAG-5.1-n MAG-5.1-o MAG-5.1-q MAG-5.1-r MAG-5.1-s MAG-5.1-t MAG-5.1-u MAG-5.1-v MAG-5.1-w: the endpoint of an agent shows its whole profile', async () => {
    expect(await own().read(AGENT)).toMatchObject(PROFILE);
  });

  it('MAG-5.1-x: the profile cannot be written there', async () => {
    await expect(own().merge({ 'irtf-agent:agent': { name: 'other' } })).rejects.toBeInstanceOf(Error);
    expect(await own().read(AGENT)).toMatchObject({ name: PROFILE.name });
  });

  it('MAG-5.2-a MAG-5.2-o MAG-5.2-x MAG-5.2-z MAG-5.2-aa MAG-5.2-ab MAG-5.2-ac MAG-5.2-ae MAG-5.2-af MAG-5.2-ag MAG-5.2-ah MAG-5.2-ai MAG-5.2-aj MAG-5.2-ak MAG-5.2-al MAG-5.2-am MAG-A-a MAG-A-b MAG-A-e MAG-A-f: a message with its terms, its context and its data is read as it was written', async () => {
    const id = (name: string) => `${way}-${name}`;
    const text = {
      ...{ id: id('alarm'), dataType: 'text', description: 'the alarm', dataSize: '13', format: 'application/json' },
      ...{ data: '{"loss":"20"}', chunked: false, finished: true },
    };
    const image = { id: id('photo'), dataType: 'image', format: 'image/png', url: 'https://files.example/photo.png' };
    const context = {
      ...{ id: id('history'), sendFrom: 'noc', sendTo: 'ip-fault' },
      'request-info': { content: 'what was it last time?', dataParam: id('alarm'), time: '2026-01-01T00:00:00Z' },
      'response-info': { dataParam: id('photo'), time: '2026-01-01T00:01:00Z' },
    };
    const message = {
      ...{ 'task-sendFrom': 'noc', 'task-sendTo': 'ip-fault', commuType: 'taskAssign', 'task-id': id('model') },
      content:
        '##target object <object>cell-1</object> ##task description <description>diagnose the link</description> ##environmental infomation <environmentInput>storm</environmentInput>',
      'expected-response': 'the kilometre',
      'term-explains': [{ term: 'cell', explaination: 'a radio cell' }],
      ...{ 'msg-data': id('alarm'), context: id('history') },
    };
    await face().merge({
      'irtf-agent:data-params': [text, image],
      'irtf-agent:context': [context],
      'irtf-agent:tasks': message,
    });
    const task = await rig.watcher.reached(id('model'), 'completed');
    expect(await rig.same(RESOURCES.param(id('alarm')))).toMatchObject(text);
    expect(await rig.same(RESOURCES.param(id('photo')))).toMatchObject(image);
    expect(await rig.same(RESOURCES.context(id('history')))).toMatchObject(context);
    const { 'msg-data': _, ...shown } = message;
    expect(await rig.same(RESOURCES.message)).toMatchObject({ ...shown, 'task-status': 'finished' });
    expect(await rig.same(RESOURCES.task(task))).toMatchObject({
      term: [{ term: 'cell', explanation: 'a radio cell' }],
      context: [id('history')],
      'data-param': [id('alarm')],
    });
    await expect(
      face().merge({ 'irtf-agent:data-params': [{ id: id('smell'), dataType: 'smell' }] }),
    ).rejects.toMatchObject({ tag: 'invalid-value' });
  });

  it('CUI-4.3-b MAG-5.2-ad: all that was said about a task is kept in its context', async () => {
    const answer = await face().invoke('yangent-tasks:assign', {
      ...{ from: 'noc', to: 'ip-fault', 'task-id': `${way}-kept`, async: false },
      content: '##target object cell-1 ##task description diagnose the link',
    });
    const task = String(answer?.id);
    const fetched = await face().invoke('yangent-contexts:fetch', { task });
    expect(fetched?.item).toMatchObject([
      {
        ...{ task, from: 'noc', to: 'ip-fault', type: 'task' },
        content: '##target object cell-1 ##task description diagnose the link',
        response: { 'data-param': `${task}-result` },
      } satisfies Members,
    ]);
  });
});
