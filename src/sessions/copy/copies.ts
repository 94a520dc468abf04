/** The copies of sessions of other nodes, for those who keep the connections to these. */
import type { Logger } from 'pino';
import type { RpcError } from '../../data/index.js';
import type { SessionPeer } from '../homes/homes.js';
import type { Attachment } from '../log/attached.js';
import type { Post } from '../record/posts.js';
import type { SessionServices } from '../services.js';
import { carried, refused } from './carry.js';
import { newest, outrun } from './outrun.js';
import { rerouteAll } from './reroute.js';
import { type Batch, type Taken, take } from './take.js';
import { Warnings } from './warnings.js';

export type { Batch, Post, Taken };

export interface SessionCopies {
  /** Stores what a peer gave. When it is answered, it may be acknowledged. */
  take(peer: SessionPeer, batch: Batch): Promise<Taken>;
  /** Returns posts that wait for a peer behind this number, in order. */
  waiting(peer: string, after: number, limit: number): Promise<readonly Post[]>;
  /** Listens to what is posted for a peer. */
  attach(peer: string): Attachment;
  /** The peer has taken a post. */
  carried(post: Post): Promise<void>;
  /** The peer has refused a post. */
  refused(post: Post, why: RpcError): Promise<void>;
  /** Returns the number of the newest message of a copy that has no problem; undefined when there is none. */
  newest(session: string): Promise<number | undefined>;
  /** The peer does not have what the copy of a session has, or does not know the session: what waits for it goes on waiting. */
  outrun(peer: string, session: string, why: RpcError): Promise<void>;
  /** Agents are reached over other peers than before. */
  rerouted(): void;
}

export function copies(o: SessionServices, log: Logger): SessionCopies {
  const warnings = new Warnings(log, o.steady);
  return {
    take: (peer, batch) => take(o, peer, batch, warnings),
    waiting: (peer, after, limit) => o.posts.waiting(peer, after, limit),
    attach: (peer) => o.posting.attach(peer),
    carried: (post) => carried(o, post),
    refused: (post, why) => refused(o, post, why),
    newest: (session) => newest(o, session),
    outrun: (peer, session, why) => outrun(o, { peer, session, why }, warnings),
    rerouted: () => {
      o.behind.forgetAll();
      o.links.allAgain();
      rerouteAll(o).catch((error: unknown) =>
        log.warn({ err: error }, 'sessions: copies could not follow the changed configuration of peers'),
      );
    },
  };
}
