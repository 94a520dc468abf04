/** The protocol listeners of a node, and the files with their addresses. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Access } from '../access/index.js';
import type { AgentDirectory } from '../agents/index.js';
import { loadHostKey, loadOrCreateCertificate } from '../keys/index.js';
import { listenNetconf } from '../netconf/index.js';
import { type FaceOptions, listenRestconf, type Metric } from '../restconf/index.js';
import type { FailedLogin, Server, SessionRegistry } from '../server/index.js';
import type { NodeOptions } from './options.js';
import { type ClientFile, clientFileOf, type ReadyInfo, removeFile, writePrivateJson } from './ready.js';

export interface ListenOptions {
  readonly options: NodeOptions;
  readonly server: Server;
  readonly access: Access;
  readonly sessions: SessionRegistry;
  readonly onFailedLogin: (login: FailedLogin) => void;
  readonly directory: AgentDirectory;
  readonly passwordFile: string;
  readonly faces: FaceOptions;
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
  const { netconf, restconf } = await open(o, closers);
  const ready: ReadyInfo = {
    netconf,
    restconf,
    agents: [...o.directory.all()].map(({ id }) => ({
      id,
      restconf: restconf && `${restconf.url}/agents/${encodeURIComponent(id)}/restconf`,
      netconfUser: `admin%${id}`,
    })),
    passwordFile: o.passwordFile,
    pid: process.pid,
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

/** Opens both listeners, or none. @throws the error of the operating system when an address cannot be bound */
async function open(o: ListenOptions, closers: (() => Promise<void>)[]) {
  try {
    const netconf = o.options.netconf && (await startNetconf(o, closers));
    const restconf = o.options.restconf && (await startRestconf(o, closers));
    return { netconf, restconf };
  } catch (error) {
    await Promise.allSettled(closers.map((close) => close()));
    throw error;
  }
}

async function startNetconf(
  { options, server, access, sessions, onFailedLogin, log }: ListenOptions,
  closers: (() => Promise<void>)[],
) {
  const hostKey = await loadHostKey(join(options.data, 'ssh-host-key'));
  const { host = '127.0.0.1', port = 0 } = options.netconf ?? {};
  const listener = await listenNetconf({
    server,
    access,
    sessions,
    onFailedLogin,
    host,
    port,
    hostKeys: [hostKey.pem],
    log,
    limits: options.limits?.ssh,
    sessionLimits: options.limits?.session,
  });
  closers.push(() => listener.close());
  log.info({ host, port: listener.port }, 'NETCONF listens');
  return { host, port: listener.port, hostKeyFingerprint: hostKey.fingerprint };
}

async function startRestconf(
  { options, server, access, onFailedLogin, faces, fault, metrics, log }: ListenOptions,
  closers: (() => Promise<void>)[],
) {
  const { host = '127.0.0.1', port = 0 } = options.restconf ?? {};
  const certificate = options.tls ? await loadOrCreateCertificate(options.data, [host]) : undefined;
  const tls = certificate ? { key: certificate.key, cert: certificate.cert } : false;
  const listener = await listenRestconf({
    server,
    access,
    onFailedLogin,
    host,
    port,
    tls,
    log,
    limits: options.limits?.restconf,
    publicUrl: options.publicUrl,
    allowHosts: options.allowHosts,
    outsideDatastore: OUTSIDE_DATASTORE,
    faces,
    fault,
    metrics,
  });
  closers.push(() => listener.close());
  log.info({ url: listener.url }, 'RESTCONF listens');
  return { url: listener.url, certificate: certificate?.certFile };
}
