/** Posts messages for some time, a process of its own: to a session of ours, to a stream of NATS or Redis, to a topic of MQTT, or to a room of XMPP. */
import type { LoadTime } from './measure.js';
import { pipelined } from './pipeline.js';
import { openPosts, type PostTarget } from './post-wires.js';
import { options } from './steering.js';

export interface PostLoad extends LoadTime {
  readonly target: PostTarget;
  /** Requests under way, all connections together. */
  readonly underWay: number;
}

const { target, underWay, warmUp, measured } = options<PostLoad>();
const wires = await openPosts(target, underWay);
const figure = await pipelined(wires, { underWay: underWay / wires.length, warmUp, measured });
console.log(JSON.stringify(figure));
process.exit(0);
