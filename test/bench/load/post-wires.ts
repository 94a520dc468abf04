/** The ways in which a message is posted. Each message has the same number of octets, and is answered when the server has it. */
import { openMqttPosts } from './mqtt-wire.js';
import { openNatsPosts } from './nats-wire.js';
import type { Wire } from './pipeline.js';
import { openRedisPosts, type RedisPlace } from './redis-wire.js';
import { openSessionPosts } from './session-wire.js';
import { openXmppPosts, type XmppPlace } from './xmpp-wire.js';

/** Octets of the content of a message. */
export const MESSAGE = 'm'.repeat(256);

export type PostTarget =
  | {
      readonly kind: 'session';
      readonly host: string;
      readonly port: number;
      readonly authorization: string;
      readonly session: string;
      readonly from: string;
    }
  | { readonly kind: 'nats'; readonly host: string; readonly port: number; readonly subject: string }
  | { readonly kind: 'mqtt'; readonly host: string; readonly port: number; readonly topic: string }
  | ({ readonly kind: 'redis' } & RedisPlace)
  | ({ readonly kind: 'xmpp' } & XmppPlace);

/** Opens the connections on which so many requests can be under way. */
export async function openPosts(target: PostTarget, underWay: number): Promise<readonly Wire[]> {
  switch (target.kind) {
    case 'session':
      return openSessionPosts(target, MESSAGE, underWay);
    case 'nats':
      return [await openNatsPosts(target, MESSAGE)];
    case 'mqtt':
      return [await openMqttPosts(target, MESSAGE)];
    case 'redis':
      return [await openRedisPosts(target, MESSAGE)];
    case 'xmpp':
      return [await openXmppPosts(target, MESSAGE)];
  }
}
