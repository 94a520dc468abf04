/** Deletes private keys that no configuration and no purpose has named for a day. */
import type { Logger } from 'pino';
import type { NodeKeys } from '../keys/index.js';
import { publicKeysIn, type Server } from '../server/index.js';

const EVERY = 3_600_000;

/** Looks once an hour. @returns a function that ends this, and waits for a look under way */
export function watchUnnamedKeys(o: {
  readonly keys: NodeKeys;
  readonly server: Server;
  readonly log: Logger;
}): () => Promise<void> {
  let looking = Promise.resolve();
  const look = () => {
    looking = deleteUnnamedKeys(o).catch((error: unknown) =>
      o.log.error({ err: error }, 'keys: unnamed keys could not be deleted; it is tried again'),
    );
  };
  const timer = setInterval(look, EVERY).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Deletes them now. Nothing happens while a confirmed commit is pending: the content before it may come back. */
export async function deleteUnnamedKeys({
  keys,
  server,
}: {
  readonly keys: NodeKeys;
  readonly server: Pick<Server, 'datastores'>;
}): Promise<void> {
  const contents = server.datastores.contents();
  if (contents)
    await keys.vault.deleteUnnamed(new Set([...keys.uses.thumbprints(), ...contents.flatMap(publicKeysIn)]));
}
