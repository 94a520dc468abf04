/** Posts so many messages, at step `post`. */
import { posted } from './pipeline.js';
import { openPosts, type PostTarget } from './post-wires.js';
import { answer, clock, followSteps, options } from './steering.js';

export interface CountedPostsOptions {
  readonly target: PostTarget;
  /** Requests under way, all connections together. */
  readonly underWay: number;
  readonly count: number;
}

export interface Posted {
  /** When the first one was sent, milliseconds since 1970. */
  readonly begun: number;
  /** When the last one was answered. */
  readonly done: number;
}

const { target, underWay, count } = options<CountedPostsOptions>();
const wires = await openPosts(target, underWay);

async function post(): Promise<void> {
  const begun = clock();
  await posted(wires, { underWay: underWay / wires.length, count });
  answer({ begun, done: clock() } satisfies Posted);
}

answer({ ready: wires.length });
followSteps({ post: () => void post() });
