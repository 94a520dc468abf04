import { RpcError } from '../../data/index.js';

/** The same bytes; fails with RpcError too-big at the first one above `most`. */
export async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  most: number,
  message: string,
): AsyncGenerator<Uint8Array> {
  let left = most;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left < 0) throw new RpcError({ type: 'application', tag: 'too-big', message });
    yield chunk;
  }
}
