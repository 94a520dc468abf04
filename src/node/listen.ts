/** The protocol listeners of a node, and the files with their addresses. */
import type { Logger } from 'pino';
import type { Access } from '../access/index.js';
import type { AgentDirectory } from '../agents/index.js';
import type { Tree } from '../data/index.js';
import type { NodeKeys, Purpose } from '../keys/index.js';
import { listenNetconf } from '../netconf/index.js';
import { type FaceOptions, listenRestconf, type Metric, type PublicDocuments } from '../restconf/index.js';
import type { FailedLogin, ProtocolSessions, Server, SucceededLogin } from '../server/index.js';
import { type HttpOptions, startFaces } from './faces.js';
import type { NodeOptions } from './options.js';
import { hostKeyIn, tlsIn } from './own-keys.js';
import { type ClientFile, clientFileOf, type Pins, type ReadyInfo, removeFile, writePrivateJson } from './ready.js';

export interface ListenOptions {
  readonly options: NodeOptions;
  readonly server: Server;
  readonly access: Access;
  readonly protocolSessions: ProtocolSessions;
  readonly onFailedLogin: (login: FailedLogin) => void;
  /** Called for each login over RESTCONF that succeeds; its request waits for the promise. */
  readonly onLogin: (login: SucceededLogin) => Promise<void> | undefined;
  readonly directory: AgentDirectory;
  readonly keys: NodeKeys;
  /** Returns the content of running. */
  readonly running: () => Tree;
  readonly passwordFile: string;
  readonly pins: Pins;
  readonly faces: FaceOptions;
  readonly documents: PublicDocuments;
  readonly fault: () => string | undefined;
  readonly metrics: () => Promise<readonly Metric[]>;
  readonly log: Logger;
}

export interface Listening {
  readonly ready: ReadyInfo;
  /** Writes the ready file and the client file. */
  announce(): Promise<void>;
  close(): Promise<void>;
}

/** Provider-kept nodes: the entity-tag of the datastore does not cover them. */
export const OUTSIDE_DATASTORE: ReadonlySet<string> = new Set([
  'irtf-agent:tasks',
  'irtf-agent:context',
  'irtf-agent:data-params',
]);

export async function listen(o: ListenOptions): Promise<Listening> {
  const closers: (() => Promise<void>)[] = [];
  const { netconf, restconf, adapters } = await open(o, closers);
  // By name, so that a first start and all later ones tell them in one order.
  const ids = Array.from(o.directory.all(), ({ id }) => id).sort();
  const ready: ReadyInfo = {
    netconf,
    restconf,
    agents: ids.map((id) => ({
      id,
      restconf: restconf && `${restconf.url}/agents/${encodeURIComponent(id)}/restconf`,
      netconfUser: `admin%${id}`,
    })),
    ...(adapters && { adapters }),
    passwordFile: o.passwordFile,
    pid: process.pid,
    ...o.pins,
  };
  const files: string[] = [];
  return {
    ready,
    announce: async () => {
      if (restconf && o.options.clientFile !== false) {
        const file = clientFileOf(restconf.url);
        const client: ClientFile = {
          url: restconf.url,
          user: 'admin',
          passwordFile: o.passwordFile,
          certificate: restconf.certificate,
          pid: process.pid,
          started: new Date().toISOString(),
        };
        await writePrivateJson(file, client);
        files.push(file);
      }
      if (o.options.readyFile) await writePrivateJson(o.options.readyFile, ready);
    },
    close: async () => {
      await Promise.all(files.map(removeFile));
      // Subscriptions end before the connections, so that their receivers are notified.
      await o.server.dynamicSubscriptions.end();
      await Promise.all(closers.map((close) => close()));
    },
  };
}

/** Opens all listeners, or none. @throws the error of the operating system when an address cannot be bound */
async function open(o: ListenOptions, closers: (() => Promise<void>)[]) {
  try {
    const netconf = o.options.netconf && (await startNetconf(o, closers));
    const restconf = o.options.restconf && (await startRestconf(o, closers));
    const adapters = await startFaces(o, restconf?.url, (options) => startHttp(o, options, closers));
    return { netconf, restconf, adapters };
  } catch (error) {
    await Promise.allSettled(closers.map((close) => close()));
    throw error;
  }
}

async function startNetconf(
  { options, server, access, protocolSessions, onFailedLogin, keys, log }: ListenOptions,
  closers: (() => Promise<void>)[],
) {
  const hostKey = await hostKeyIn(options.data, keys);
  const { host = '127.0.0.1', port = 0 } = options.netconf ?? {};
  const listener = await listenNetconf({
    server,
    access,
    sessions: protocolSessions,
    onFailedLogin,
    host,
    port,
    hostKeys: [hostKey.pem],
    log,
    limits: options.limits?.ssh,
    sessionLimits: options.limits?.session,
  });
  closers.push(() => listener.close());
  closers.push(
    following(keys, 'ssh-host', log, async () => listener.useHostKeys([(await hostKeyIn(options.data, keys)).pem])),
  );
  log.info({ host, port: listener.port }, 'NETCONF listens');
  return { host, port: listener.port, hostKeyFingerprint: hostKey.fingerprint };
}

async function startRestconf(o: ListenOptions, closers: (() => Promise<void>)[]) {
  const { options, faces, documents, fault, metrics, log } = o;
  const { host = '127.0.0.1', port = 0 } = options.restconf ?? {};
  const { url, certificate } = await startHttp(
    o,
    {
      ...{ host, port, faces, documents, fault, metrics },
      limits: options.limits?.restconf,
      publicUrl: options.publicUrl,
      allowHosts: options.allowHosts,
      outsideDatastore: OUTSIDE_DATASTORE,
    },
    closers,
  );
  log.info({ url }, 'RESTCONF listens');
  return { url, certificate };
}

/** Opens a listener behind the certificate, the logins and the audit trail of the node. */
async function startHttp(
  { options, server, access, onFailedLogin, onLogin, keys, running, log }: ListenOptions,
  own: HttpOptions,
  closers: (() => Promise<void>)[],
) {
  const tls = options.tls ? await tlsIn(options.data, keys, running()) : undefined;
  const shared = { server, access, onFailedLogin, onLogin, log };
  const listener = await listenRestconf({ ...shared, ...own, tls: tls?.identity ?? false });
  closers.push(() => listener.close());
  if (tls)
    closers.push(
      following(keys, 'tls-server', log, async () =>
        listener.useTls((await tlsIn(options.data, keys, running())).identity),
      ),
    );
  return { url: listener.url, certificate: tls?.certificateFile };
}

/** Takes each change of a key into use, one after another. @returns a function that ends this */
function following(keys: NodeKeys, purpose: Purpose, log: Logger, use: () => Promise<void>): () => Promise<void> {
  let done = Promise.resolve();
  const end = keys.uses.watch((changed) => {
    if (changed === purpose)
      done = done
        .then(use)
        .catch((error: unknown) => log.error({ err: error, purpose }, 'keys: a key could not be used'));
    return done;
  });
  return async () => {
    end();
    await done;
  };
}
