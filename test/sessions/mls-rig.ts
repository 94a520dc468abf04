/** Members of one session over different faces, each with its own keys of MLS: the session is their delivery service. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import WebSocket from 'ws';
import type { Plain } from '../rows/agents-rig.js';
import { Https } from '../support/http.js';
import type { Heard, MlsMember } from '../support/mls.js';
import type { Endpoints } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { SESSIONS_XML } from './sessions-rig.js';

export interface Line {
  readonly sequence: number;
  readonly content: string;
}

/** The way of one agent to the session. */
export interface Wire {
  /** Sends a message of MLS. @returns its number */
  send(content: string, to?: readonly string[]): Promise<number>;
  /** Returns what the agent may read, in the order of the session, once the messages with these numbers are there. */
  read(sequences: readonly number[]): Promise<readonly Line[]>;
  close(): void;
}

/** A login, which may act for the agent. */
export interface Seat {
  readonly node: Endpoints;
  readonly user: string;
  readonly password: string;
  readonly agent: string;
  readonly session: string;
}

const TYPE = 'message/mls';
const byNumber = (lines: readonly Line[]) => lines.toSorted((one, other) => one.sequence - other.sequence);

export function overRestconf({ node, user, password, agent, session }: Seat): Wire {
  const https = new Https(node, user, password);
  const call = async (name: string, input: Plain) => {
    const body = JSON.stringify({ 'yangent-sessions:input': input });
    const answer = await https.send('POST', `/restconf/operations/yangent-sessions:${name}`, { body });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body)['yangent-sessions:output'];
  };
  return {
    send: async (content, to = []) =>
      Number((await call('send', { session, from: agent, content, 'media-type': TYPE, to })).sequence),
    read: async () => {
      const { message = [] } = await call('history', { agent, session, limit: 1000 });
      const sealed = message.filter((each: Plain) => each['media-type'] === TYPE);
      return byNumber(sealed.map(({ sequence, content }: Plain) => ({ sequence: Number(sequence), content })));
    },
    close: () => https.close(),
  };
}

export async function overNetconf({ node, user, password, agent, session }: Seat): Promise<Wire> {
  const netconf = await RawNetconf.open(node, '1.1', { user, password });
  const call = async (name: string, input: string) => {
    const reply = await netconf.ask(`<${name} xmlns="${SESSIONS_XML}">${input}</${name}>`);
    if (reply.includes('<rpc-error')) throw new Error(`${name}: ${reply}`);
    return reply;
  };
  const sequenceIn = (xml: string) => Number(/<sequence[^>]*>(\d+)</.exec(xml)?.[1]);
  return {
    send: async (content, to = []) => {
      const receivers = to.map((each) => `<to>${each}</to>`).join('');
      const said = `<content>${content}</content><media-type>${TYPE}</media-type>`;
      return sequenceIn(await call('send', `<session>${session}</session><from>${agent}</from>${receivers}${said}`));
    },
    read: async () => {
      const reply = await call('history', `<agent>${agent}</agent><session>${session}</session><limit>1000</limit>`);
      const messages = reply.split('<message').filter((each) => each.includes(`</content><media-type>${TYPE}`));
      return byNumber(
        messages.map((each) => ({ sequence: sequenceIn(each), content: /<content>([^<]*)</.exec(each)?.[1] ?? '' })),
      );
    },
    close: () => netconf.close(),
  };
}

export async function overIoa({ node, user, password, agent, session }: Seat): Promise<Wire> {
  const socket = new WebSocket(`${node.url.replace('https', 'wss')}/ioa/ws/${agent}`, {
    ...{ auth: `${user}:${password}`, ca: readFileSync(node.certificate) },
  });
  const frames: Plain[] = [];
  socket.setMaxListeners(0).on('message', (data) => {
    const frame = JSON.parse(String(data));
    if (frame.group_id === session || frame.type === 'error') frames.push(frame);
    socket.emit('frame');
  });
  await once(socket, 'open');
  const framed = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const refusal = frames.find(({ type }) => type === 'error');
      if (refusal) throw new Error(`the node refused: ${JSON.stringify(refusal)}`);
      await once(socket, 'frame', { signal: AbortSignal.timeout(20_000) });
    }
  };
  let sent = 0;
  return {
    send: async (content) => {
      sent += 1;
      const id = `${agent}-${sent}`;
      socket.send(JSON.stringify({ group_id: session, message_id: id, content, media_type: TYPE }));
      return framed(() => frames.find(({ message_id }) => message_id === id)?.sequence);
    },
    read: (sequences) =>
      framed(() => {
        if (!sequences.every((each) => frames.some(({ sequence }) => sequence === each))) return undefined;
        return byNumber(frames.filter(({ media_type }) => media_type === TYPE));
      }),
    close: () => socket.terminate(),
  };
}

/** A member that sends and hears by its wire. */
export class Talker {
  #position = 0;

  constructor(
    readonly mls: MlsMember,
    readonly wire: Wire,
  ) {}

  /** Hears what came since. @param sequences numbers of messages for which it waits @returns how each message was taken */
  async hear(...sequences: readonly number[]): Promise<ReadonlyMap<number, Heard>> {
    const heard = new Map<number, Heard>();
    for (const { sequence, content } of await this.wire.read(sequences)) {
      if (sequence <= this.#position) continue;
      this.#position = sequence;
      heard.set(sequence, await this.mls.hear(content));
    }
    return heard;
  }
}
