/** A NETCONF listener over SSH with a few users and a handler that answers what tests need. */
import type { AccessError, Principal } from '../../src/access/index.js';
import { RpcError } from '../../src/data/index.js';
import { NetconfSession } from '../../src/netconf/session.js';
import {
  type CloseReason,
  DEFAULT_SESSION_LIMITS,
  type ReplyBody,
  type SessionHandler,
} from '../../src/netconf/session-handler.js';
import { DEFAULT_SSH_LIMITS, listenSsh, type SshLimits, type SshListener } from '../../src/netconf/ssh-listener.js';
import type { FailedAttempt, LoginAttempt } from '../../src/netconf/ssh-login.js';
import { buildNotification, CAPABILITY, namespaces } from '../../src/wire/index.js';
import { newHostKey } from '../support/host-key.js';
import { BASE_10, BASE_11 } from './wire.js';

export const PASSWORD = 'correct horse';

export interface SshServer extends SshListener {
  readonly attempts: LoginAttempt[];
  readonly sessions: NetconfSession[];
  readonly closed: CloseReason[];
  readonly failed: FailedAttempt[];
}

export interface SshServerOptions {
  readonly hostKey?: string;
  readonly limits?: Partial<SshLimits>;
  /** Keys of the user admin, by fingerprint. */
  readonly keys?: readonly string[];
  readonly onRpc?: SessionHandler['onRpc'];
  /** Each attempt is answered with this error. */
  readonly refusal?: AccessError;
}

export async function startSshServer(o: SshServerOptions = {}): Promise<SshServer> {
  const attempts: LoginAttempt[] = [];
  const sessions: NetconfSession[] = [];
  const closed: CloseReason[] = [];
  const failed: FailedAttempt[] = [];
  const handler: SessionHandler = {
    onOpen: () => undefined,
    onRpc: o.onRpc ?? answer,
    onClose: (_session, reason) => {
      closed.push(reason);
    },
    onInternalError: (_session, error) => {
      throw error;
    },
  };
  const listener = await listenSsh<Principal>(
    { host: '127.0.0.1', port: 0 },
    {
      hostKeys: [o.hostKey ?? (await newHostKey()).pem],
      authenticate: async (attempt) => {
        attempts.push(attempt);
        if (o.refusal) throw o.refusal;
        if (!admits(attempt, o.keys ?? [])) return undefined;
        return { kind: 'login', principal: { name: attempt.user, groups: ['admin'] } };
      },
      onFailedLogin: (attempt) => failed.push(attempt),
      openSession: (login, transport) => {
        const session = new NetconfSession<Principal>({
          id: sessions.length + 1,
          principal: login.principal,
          agent: login.agent,
          transport,
          capabilities: [BASE_10, BASE_11, CAPABILITY.notification],
          handler,
          namespaceOf: () => undefined,
          limits: DEFAULT_SESSION_LIMITS,
        });
        sessions.push(session);
        return session;
      },
      limits: { ...DEFAULT_SSH_LIMITS, ...o.limits },
    },
  );
  return { ...listener, attempts, sessions, closed, failed };
}

function admits(attempt: LoginAttempt, keys: readonly string[]): boolean {
  if (attempt.user !== 'admin') return false;
  return attempt.method === 'password' ? attempt.password === PASSWORD : keys.includes(attempt.fingerprint);
}

/** get: who is logged in; create-subscription: three notifications; close-session; others are unknown. */
const answer: SessionHandler['onRpc'] = async (session, { operation }): Promise<ReplyBody> => {
  switch (operation.name) {
    case 'get':
      return {
        kind: 'data',
        xml: `<data xmlns="${namespaces.NETCONF_BASE}"><who xmlns="urn:test">${session.principal.name} ${session.agent ?? 'node'}</who></data>`,
      };
    case 'create-subscription':
      return {
        kind: 'ok',
        next: {
          kind: 'run',
          run: () => {
            for (let n = 1; n <= 3; n += 1)
              void session.notify(buildNotification(`2024-01-01T00:00:0${n}Z`, `<tick xmlns="urn:test">${n}</tick>`));
          },
        },
      };
    case 'close-session':
      return { kind: 'ok', next: { kind: 'end' } };
    default:
      throw new RpcError({ type: 'protocol', tag: 'operation-not-supported', message: `no ${operation.name} here` });
  }
};
