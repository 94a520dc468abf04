/** The NETCONF server of a node: sessions over SSH on the transport-free core. */
import type { Logger } from 'pino';
import { type Access, AccessError, loggedInBy, type Principal } from '../access/index.js';
import {
  agentView,
  type Caller,
  type FailedLogin,
  HeldBytes,
  nodeView,
  type ProtocolSessions,
  type Server,
  type View,
} from '../server/index.js';
import { capabilitiesOf } from './capabilities.js';
import { runOperation } from './operations/index.js';
import { NetconfSession } from './session.js';
import {
  type CloseReason,
  DEFAULT_SESSION_LIMITS,
  type RequestHold,
  type SessionHandler,
  type SessionLimits,
  type Turn,
} from './session-handler.js';
import { DEFAULT_SSH_LIMITS, listenSsh, type SshLimits, type SshListener } from './ssh-listener.js';
import type { LoginAnswer, LoginAttempt } from './ssh-login.js';
import { Subscriptions } from './subscriptions.js';

export interface NetconfOptions {
  readonly server: Server;
  readonly access: Access;
  readonly sessions: ProtocolSessions;
  /** Called for each failed login. */
  readonly onFailedLogin?: (login: FailedLogin) => void;
  readonly host: string;
  /** Port to listen on; 0 selects a free one. */
  readonly port: number;
  /** Private keys in OpenSSH or PEM form. */
  readonly hostKeys: readonly string[];
  readonly log: Logger;
  readonly limits?: Partial<SshLimits>;
  readonly sessionLimits?: Partial<SessionLimits>;
}

/** Starts the listener. @throws the operating system's error when the address is not available */
export function listenNetconf(options: NetconfOptions): Promise<SshListener> {
  const { server, sessions, log } = options;
  const handler = new Handler(options);
  return listenSsh<Principal>(
    { host: options.host, port: options.port },
    {
      hostKeys: options.hostKeys,
      log,
      limits: { ...DEFAULT_SSH_LIMITS, ...options.limits },
      authenticate: (attempt) => authenticate(options, attempt),
      onFailedLogin: ({ user, method, sourceHost, errorTag }) =>
        options.onFailedLogin?.({
          ...{ protocol: 'netconf', method, user, source: sourceHost, errorTag },
          domain: options.access.domainOf({ user }),
        }),
      holds: (principal) => options.access.holds(principal),
      openSession: (login, transport) => {
        const schema = server.schema(viewOf(login.agent));
        const held = new HeldBytes(server.bytesUnderWay, login.principal.name);
        const session = new NetconfSession({
          id: sessions.allocate(),
          principal: login.principal,
          agent: login.agent,
          transport,
          capabilities: capabilitiesOf(schema),
          handler,
          namespaceOf: (module) => schema.modules.get(module)?.namespace,
          limits: { ...DEFAULT_SESSION_LIMITS, ...options.sessionLimits },
          hold: requestHold(held),
        });
        session.closed.addEventListener('abort', () => held.close(), { once: true });
        return session;
      },
    },
  );
}

/** Memory bytes of a parsed message per byte of its text. */
const PARSED = 2;

/** Counts the bytes that the requests of one session hold. */
function requestHold(held: HeldBytes): RequestHold {
  let waiting = 0;
  return {
    pending: (bytes) => {
      const more = bytes - waiting;
      if (more === 0) return;
      if (more > 0) held.takeRequest(more);
      else held.add(more);
      waiting = bytes;
    },
    reading: (length) => {
      const bytes = PARSED * length;
      held.takeRequest(bytes);
      return () => held.add(-bytes);
    },
  };
}

function viewOf(agent: string | undefined): View {
  return agent === undefined ? nodeView : agentView(agent);
}

type Answer = LoginAnswer<Principal>;

async function authenticate({ access, server }: NetconfOptions, attempt: LoginAttempt): Promise<Answer | undefined> {
  const answer = await answerOf(access, attempt).catch(asFailed);
  if (answer?.kind !== 'login') return answer;
  const view = viewOf(attempt.agent);
  const { principal } = answer;
  if (!server.admits(view, principal)) return undefined;
  // An endpoint may take fewer ways to log in than the node. The client may try another on the same connection.
  return loggedInBy(principal, server.loginMethods(view, 'netconf')) ? answer : undefined;
}

/** @throws AccessError overloaded */
async function answerOf(access: Access, attempt: LoginAttempt): Promise<Answer | undefined> {
  const { user, sourceHost } = attempt;
  if (attempt.method === 'password') {
    if (isToken(attempt.password) && !attempt.first) return byToken(access, attempt);
    const principal = await access.authenticatePassword(user, attempt.password, sourceHost, () => attempt.first);
    return principal && { kind: 'login', principal };
  }
  switch (attempt.form) {
    case 'public-key':
      return access.authenticateKey(user, attempt.key, sourceHost);
    case 'ssh-certificate':
      return access.authenticateSshCertificate(user, attempt.key, sourceHost);
    default:
      return attempt.form satisfies never;
  }
}

/** A JSON Web Token, which no password looks like. */
const TOKEN = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/;

function isToken(password: string): boolean {
  return TOKEN.test(password);
}

/**
 * Logs in with a token in place of a password: SSH has no method of its own for it. The token is for the user who logs in, and not
 * bound to a key, whose proof SSH cannot carry.
 *
 * @throws AccessError overloaded
 */
async function byToken(
  access: Access,
  { user, password, sourceHost }: Extract<LoginAttempt, { readonly method: 'password' }>,
): Promise<Answer | undefined> {
  const presented = {
    token: password,
    scheme: 'bearer',
    method: '',
    urls: () => [],
    certificate: () => undefined,
  } as const;
  const verdict = await access.authenticateToken(presented, sourceHost);
  return verdict.kind === 'login' && verdict.principal.name === user ? verdict : undefined;
}

/** Lets an attempt that could not be checked count as failed: SSH has no reply for "try again later". */
function asFailed(error: unknown): undefined {
  if (!(error instanceof AccessError && error.code === 'overloaded')) throw error;
}

/** Executes the requests of all sessions. */
class Handler implements SessionHandler {
  readonly #open = new WeakMap<NetconfSession, { readonly caller: Caller; readonly subscriptions: Subscriptions }>();

  constructor(private readonly options: NetconfOptions) {}

  onOpen(session: NetconfSession): void {
    const { server, access, sessions, log } = this.options;
    const caller: Caller = {
      principal: session.principal,
      view: viewOf(session.agent),
      session: session.id,
      protocol: 'netconf',
      source: session.sourceHost,
      signal: session.closed,
    };
    const subscriptions = new Subscriptions({ server, caller, log, write: (xml) => session.notify(xml) });
    this.#open.set(session, { caller, subscriptions });
    sessions.add({
      id: session.id,
      transport: session.transport,
      user: session.principal.name,
      principal: session.principal,
      sourceHost: session.sourceHost,
      loginTime: session.loginTime.toISOString(),
      counters: session.counters,
      kill: (by) => session.close({ reason: 'killed', killedBy: by }),
      dismiss: (detail) => session.close({ reason: 'other', detail }),
    });
    log.info(
      { session: session.id, user: session.principal.name, agent: session.agent, from: session.sourceHost },
      'NETCONF session opened',
    );
    // Before its hello the session was in no list of sessions. Changes since the login must be checked now.
    if (!access.holds(session.principal)) session.close({ reason: 'other', detail: 'its user may not be in any more' });
  }

  async onRpc(session: NetconfSession, { operation }: Parameters<SessionHandler['onRpc']>[1], turn: Turn) {
    const { server, sessions, log } = this.options;
    const open = this.#open.get(session);
    if (!open) throw new Error('a request came before the session was open');
    const { caller, subscriptions } = open;
    const held = server.bytesUnderWay.open(session.principal.name);
    const onSent = () => held.close();
    try {
      const schema = server.schema(caller.view);
      const context = { server, sessions, caller, held, schema, subscriptions, log, turn };
      const reply = await runOperation(operation, context);
      session.exemptFromIdleTimeout = subscriptions.active;
      if (reply.kind === 'errors') onSent();
      return { ...reply, onSent };
    } catch (error) {
      onSent();
      throw error;
    }
  }

  async onClose(session: NetconfSession, { reason, killedBy, detail }: CloseReason): Promise<void> {
    const { server, sessions, log } = this.options;
    sessions.remove(session.id, { reason, killedBy });
    if (reason === 'bad-hello') sessions.badHellos += 1;
    if (reason === 'dropped' || reason === 'timeout') sessions.dropped += 1;
    log.info({ session: session.id, reason, killedBy, detail }, 'NETCONF session closed');
    await server.datastores.release(session.id);
  }

  onInternalError(session: NetconfSession, error: unknown): void {
    this.options.log.error({ err: error, session: session.id }, 'request failed inside the server');
  }
}
