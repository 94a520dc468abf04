import { RpcError } from '../../data/index.js';

/** Yields the same bytes. @throws RpcError too-big when there are more than `most` */
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
