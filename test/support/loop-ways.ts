/** What is said to a node about the loop `uplink-up`, as literal text of either protocol, and what it answers. */

import { escapeText } from '../../src/data/index.js';
import { namespaces } from '../../src/wire/index.js';
import { type Credentials, type Members, netconfFace, RESOURCES, type Resource, restconfFace } from './faces.js';
import { errorIn, Https } from './http.js';
import type { LoopValue } from './link-repair.js';
import type { TestNode } from './node.js';
import { BASE, RawNetconf } from './raw-netconf.js';

const LOOPS = 'urn:yangent:params:xml:ns:yang:yangent-loops';
const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';

/** An answer or a notification without its envelope: XML text, or a JSON document. */
export type Content = unknown;

export interface LoopWay {
  readonly name: string;
  /** Runs an action of the loop; gives the content of the answer, or all of a refusal. */
  act(action: string, input?: Members): Promise<Content>;
  /** Calls an rpc of yangent-tasks. */
  call(rpc: string, input?: Members): Promise<Content>;
  /** How an answer with these members is written. */
  output(members: Members): Content;
  taskOutput(members: Members): Content;
  notification(name: string, members: Members): Content;
  /** The members `error-tag` and the like of the refusal. */
  refusal(action: string, input?: Members): Promise<Members>;
  refusalOf(rpc: string): Promise<Members>;
  loop(): Promise<LoopValue>;
  /** One entry of the history, read by its key. */
  entry(id: number): Promise<Members | undefined>;
  /** Read as a whole. */
  loops(): Promise<readonly LoopValue[]>;
  task(id: string): Promise<Members | undefined>;
  /** The notifications of yangent-loops that the caller may have, from then until now. */
  told(since: string): Promise<readonly Content[]>;
  close(): Promise<void>;
}

export type OpenWay = (node: TestNode, login?: Credentials) => Promise<LoopWay>;

const ENTRY = `<loops xmlns="${LOOPS}"><loop><name>uplink-up</name>`;
const LOOP: Resource = {
  filter: `${ENTRY}</loop></loops>`,
  uri: '/yangent-loops:loops/loop=uplink-up',
  path: "/yangent-loops:loops/loop[name='uplink-up']",
  steps: ['yangent-loops:loops', 'loop'],
};
const ALL: Resource = {
  filter: `<loops xmlns="${LOOPS}"/>`,
  uri: '/yangent-loops:loops',
  path: '/yangent-loops:loops',
  steps: ['yangent-loops:loops'],
};
const cycle = (id: number): Resource => ({
  filter: `${ENTRY}<history><id>${id}</id></history></loop></loops>`,
  uri: `/yangent-loops:loops/loop=uplink-up/history=${id}`,
  path: `/yangent-loops:loops/loop[name='uplink-up']/history[id='${id}']`,
  steps: ['yangent-loops:loops', 'loop', 'history'],
});

function reading(face: { read(resource: Resource): Promise<Members | undefined>; close(): Promise<void> }) {
  return {
    loop: async () => (await face.read(LOOP)) as unknown as LoopValue,
    entry: (id: number) => face.read(cycle(id)),
    task: (id: string) => face.read(RESOURCES.task(id)),
    loops: async () => ((await face.read(ALL))?.loop ?? []) as readonly LoopValue[],
  };
}

const elements = (members: Members): string =>
  Object.entries(members)
    .map(([name, value]) => `<${name}>${escapeText(String(value))}</${name}>`)
    .join('');

const ENVELOPE = new RegExp(`^<rpc-reply xmlns="${BASE}" message-id="1">(.*)</rpc-reply>$`, 's');
const NOTIFICATION = /<\/eventTime>(.*)<\/notification>$/s;
const OF_LOOPS = new RegExp(`^<[\\w-]+ xmlns="${LOOPS}">`);

export const netconfWay: OpenWay = async (node, login) => {
  const face = await netconfFace(node, login);
  const session = await RawNetconf.open(node, '1.1', login);
  const ask = async (operation: string) => ENVELOPE.exec(await session.ask(operation))?.[1];
  const act = (action: string, input: Members = {}) =>
    ask(`<action xmlns="${namespaces.YANG}">${ENTRY}<${action}>${elements(input)}</${action}></loop></loops></action>`);
  const call = (rpc: string, input: Members = {}) => ask(`<${rpc} xmlns="${TASKS}">${elements(input)}</${rpc}>`);
  const output = (namespace: string) => (members: Members) =>
    Object.entries(members)
      .map(([name, value]) => `<${name} xmlns="${namespace}">${escapeText(String(value))}</${name}>`)
      .join('');
  const errorOf = (content: string | undefined): Members => {
    const found = [...(content ?? '').matchAll(/<(error-[a-z-]+)[^>]*>([^<]*)<\/\1>/g)];
    return Object.fromEntries(found.map(([, name, text]) => [name, text]));
  };
  return {
    name: 'NETCONF',
    act,
    call,
    output: output(LOOPS),
    taskOutput: output(TASKS),
    notification: (name, members) => `<${name} xmlns="${LOOPS}">${elements(members)}</${name}>`,
    refusal: async (action, input) => errorOf(await act(action, input)),
    refusalOf: async (rpc) => errorOf(await call(rpc)),
    ...reading(face),
    told: async (since) => {
      const listener = await RawNetconf.open(node, '1.1', login);
      const span = `<startTime>${since}</startTime><stopTime>${new Date().toISOString()}</stopTime>`;
      const subscribed = await listener.ask(
        `<create-subscription xmlns="${namespaces.NETCONF_NOTIFICATION}">${span}</create-subscription>`,
      );
      if (!subscribed.includes('<ok/>')) throw new Error(subscribed);
      const told: string[] = [];
      for (;;) {
        const message = await listener.receive();
        const content = NOTIFICATION.exec(message)?.[1] ?? '';
        if (OF_LOOPS.test(content)) told.push(content);
        if (message === 'closed' || content.includes('notificationComplete')) break;
      }
      listener.close();
      return told;
    },
    close: async () => {
      session.close();
      await face.close();
    },
  };
};

export const restconfWay: OpenWay = async (node, login) => {
  const face = restconfFace(node, login);
  const https = new Https(node, login?.user, login?.password);
  const post = async (path: string, module: string, input: Members = {}) => {
    const answer = await https.send('POST', path, { body: JSON.stringify({ [`${module}:input`]: input }) });
    return { ...answer, value: answer.body === '' ? undefined : JSON.parse(answer.body) };
  };
  const act = (action: string, input?: Members) =>
    post(`/restconf/data/yangent-loops:loops/loop=uplink-up/${action}`, 'yangent-loops', input);
  const call = (rpc: string, input?: Members) =>
    post(`/restconf/operations/yangent-tasks:${rpc}`, 'yangent-tasks', input);
  return {
    name: 'RESTCONF',
    act: async (action, input) => (await act(action, input)).value,
    call: async (rpc, input) => (await call(rpc, input)).value,
    output: (members) => ({ 'yangent-loops:output': members }),
    taskOutput: (members) => ({ 'yangent-tasks:output': members }),
    notification: (name, members) => ({ [`yangent-loops:${name}`]: members }),
    refusal: async (action, input) => errorIn(await act(action, input)),
    refusalOf: async (rpc) => errorIn(await call(rpc)),
    ...reading(face),
    told: async (since) => {
      const span = `start-time=${since}&stop-time=${new Date().toISOString()}`;
      const { body, status } = await https.send('GET', `/restconf/streams/NETCONF/json?${span}`, {
        accept: 'text/event-stream',
      });
      if (status !== 200) throw new Error(body);
      return body.split('\n\n').flatMap((event) => {
        const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
        if (data.length === 0) return [];
        const { eventTime: _, ...content } = JSON.parse(data.join(''))['ietf-restconf:notification'];
        return Object.keys(content).some((name) => name.startsWith('yangent-loops:')) ? [content] : [];
      });
    },
    close: async () => {
      https.close();
      await face.close();
    },
  };
};
