/** Subscribers of the stream NETCONF over RESTCONF: server-sent events (RFC 8040 §6). */
import { get } from 'node:http';
import { type Sequence, SequenceCheck } from './sequence.js';
import { answer, followSteps, options } from './steering.js';
import { Tally } from './tally.js';

export interface SseSubscribersOptions {
  /** `http://host:port` */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly subscribers: number;
  /** For each subscriber. */
  readonly events: number;
  /** Name of the notification; others are passed over. */
  readonly name: string;
  readonly sequence: Sequence;
}

const { url, username, password, subscribers, events, name, sequence } = options<SseSubscribersOptions>();
const tally = new Tally(subscribers * events);

function subscribe(): Promise<void> {
  const check = new SequenceCheck(sequence);
  const headers = {
    accept: 'text/event-stream',
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  };
  return new Promise((resolve, reject) => {
    const request = get(`${url}/restconf/streams/NETCONF/json`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`not a stream: ${response.statusCode}`));
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        let begin = 0;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n', begin)) {
          const block = text.slice(begin, end);
          begin = end + 2;
          if (block.startsWith(': open')) resolve();
          if (!block.includes(`"${name}"`)) continue;
          check.take(block);
          tally.add();
        }
        text = text.slice(begin);
      });
    });
    request.on('error', reject);
  });
}

for (let index = 0; index < subscribers; index++) await subscribe();
answer({ subscribed: subscribers });
followSteps({});
