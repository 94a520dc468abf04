import { setTimeout as pause } from 'node:timers/promises';
import type { Pace } from '../message-data.js';

/** Yields the same bytes, no faster than the pace lets them; without one, as fast as they are read. Ends when the signal is aborted. */
export async function* paced(
  bytes: AsyncIterable<Uint8Array>,
  pace: Pace | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    const most = pace?.perSecond ?? chunk.length;
    for (let at = 0; at < chunk.length; at += most) {
      const piece = chunk.subarray(at, at + most);
      for (let wait = pace?.take(piece.length) ?? 0; wait > 0; wait = pace?.take(piece.length) ?? 0) {
        await pause(wait, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
      }
      yield piece;
    }
  }
}
