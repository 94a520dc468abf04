import type { Caller } from './call.js';
import type { View } from './view.js';

/** An event stream, as clients see it. */
export interface StreamInfo {
  readonly name: string;
  readonly description: string;
  readonly replaySupport: boolean;
  /** Absent: the stream has no replay. */
  readonly replayLogCreated?: string;
  /** Time of the latest event that was removed from the log; absent while the log is complete. */
  readonly replayLogAged?: string;
}

/** Lists the streams of a view. */
export type Streams = (view: View, principal?: Caller['principal']) => readonly StreamInfo[];
