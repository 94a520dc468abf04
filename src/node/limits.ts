/** All limits of the servers by name, so that an operator can set them at the start of a node. */
import {
  type ApprovalLimits,
  DEFAULT_APPROVAL_LIMITS,
  DEFAULT_REPLAY_LIMITS,
  DEFAULT_THROTTLE,
  type ReplayLimits,
  type ThrottleOptions,
} from '../access/index.js';
import { type DataLimits, DEFAULT_DATA_LIMITS } from '../contexts/index.js';
import { DEFAULT_READER_LIMITS, DEFAULT_RETENTION, type ReaderLimits, type Retention } from '../events/index.js';
import { DEFAULT_SESSION_LIMITS, DEFAULT_SSH_LIMITS, type SessionLimits, type SshLimits } from '../netconf/index.js';
import { DEFAULT_REMOTE_LIMITS, type RemoteLimits } from '../peers/index.js';
import { DEFAULT_FACE_LIMITS, DEFAULT_LIMITS, type FaceLimits, type Limits } from '../restconf/index.js';
import {
  type ByteLimits,
  DEFAULT_BYTE_LIMITS,
  DEFAULT_LOGIN_FAILURE_LIMITS,
  DEFAULT_SUBSCRIPTION_LIMITS,
  type LoginFailureLimits,
  type SubscriptionLimits,
} from '../server/index.js';
import {
  type SessionLimits as AgentSessionLimits,
  DEFAULT_SESSION_LIMITS as DEFAULT_AGENT_SESSION_LIMITS,
} from '../sessions/index.js';
import {
  DEFAULT_INTERPRETATION_LIMITS,
  DEFAULT_TASK_LIMITS,
  DEFAULT_WAITS,
  type InterpretationLimits,
  type TaskLimits,
  type TaskWaits,
} from '../tasks/index.js';
import { UsageError } from './usage-error.js';

interface Groups {
  readonly ssh: SshLimits;
  readonly session: SessionLimits;
  readonly restconf: Limits;
  readonly faces: FaceLimits;
  readonly bytes: ByteLimits;
  readonly subscriptions: SubscriptionLimits;
  readonly data: DataLimits;
  readonly events: Retention;
  readonly readers: ReaderLimits;
  readonly login: ThrottleOptions;
  readonly proofs: ReplayLimits;
  readonly approvals: ApprovalLimits;
  readonly failures: LoginFailureLimits;
  readonly tasks: TaskLimits;
  readonly waits: TaskWaits;
  readonly interpretation: InterpretationLimits;
  readonly remote: RemoteLimits;
  readonly agentSessions: AgentSessionLimits;
}

/** Limits that differ from the defaults. */
export type NodeLimits = { readonly [G in keyof Groups]?: Partial<Groups[G]> };

export type LimitUnit = 'bytes' | 'characters' | 'days' | 'milliseconds' | 'number';

export interface NodeLimit {
  readonly group: keyof Groups;
  readonly key: string;
  readonly name: string;
  readonly unit: LimitUnit;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly about: string;
}

type Row = readonly [name: string, unit: LimitUnit, min: number, max: number, about: string];

/** Makes the rows of one group. Its type requires a row for each limit. */
function rows<G extends keyof Groups>(
  group: G,
  defaults: Groups[G],
  described: { readonly [Key in keyof Groups[G] & string]: Row },
): readonly NodeLimit[] {
  const values = new Map<string, unknown>(Object.entries(defaults));
  return Object.entries<Row>(described).map(([key, [name, unit, min, max, about]]) => {
    const value = values.get(key);
    if (typeof value !== 'number') throw new TypeError(`the bound ${group}.${key} has no default`);
    return { group, key, name, unit, default: value, min, max, about };
  });
}

const MANY = 1_000_000;
const MILLISECONDS = 24 * 60 * 60 * 1_000;
const GIBIBYTE = 1024 ** 3;

export const NODE_LIMITS: readonly NodeLimit[] = [
  ...rows('session', DEFAULT_SESSION_LIMITS, {
    messageBytes: ['netconf-message-size', 'bytes', 4_096, GIBIBYTE, 'longest message'],
    depth: ['netconf-message-depth', 'number', 16, 10_000, 'elements of a message within one another'],
    elements: ['netconf-message-elements', 'number', 100, 100 * MANY, 'elements of a message'],
    helloTimeout: ['netconf-hello-timeout', 'milliseconds', 100, MILLISECONDS, 'time for the hello of a client'],
    stallTime: [
      'netconf-stall-time',
      'milliseconds',
      100,
      MILLISECONDS,
      'time a client may read nothing of what is sent',
    ],
    idleTimeout: [
      'netconf-idle-timeout',
      'milliseconds',
      0,
      30 * MILLISECONDS,
      'time a session without subscriptions may be silent; 0 is any time',
    ],
  }),
  ...rows('ssh', DEFAULT_SSH_LIMITS, {
    maxSessions: ['netconf-sessions', 'number', 1, MANY, 'NETCONF sessions'],
    maxSessionsPerUser: ['netconf-sessions-per-user', 'number', 1, MANY, 'NETCONF sessions of one user'],
    maxChannels: ['ssh-channels', 'number', 1, 1_000, 'sessions of one connection'],
    maxConnections: ['ssh-connections', 'number', 1, MANY, 'SSH connections'],
    maxConnectionsPerAddress: [
      'ssh-connections-per-address',
      'number',
      1,
      MANY,
      'SSH connections of one client address',
    ],
    maxUnauthenticated: [
      'ssh-unauthenticated',
      'number',
      1,
      MANY,
      'connections that wait for a login; of more the oldest is dropped',
    ],
    loginGrace: [
      'ssh-login-grace',
      'milliseconds',
      100,
      MILLISECONDS,
      'time from connection to login, and to a session',
    ],
    maxLoginTries: ['ssh-login-tries', 'number', 1, 100, 'failed logins of one connection'],
    closeTime: [
      'ssh-close-time',
      'milliseconds',
      0,
      MILLISECONDS,
      'time for NETCONF requests under way when the node stops',
    ],
    keepaliveInterval: [
      'ssh-keepalive-interval',
      'milliseconds',
      0,
      MILLISECONDS,
      'silence after which a client is asked whether it is there; 0 is never',
    ],
    keepaliveCount: [
      'ssh-keepalive-count',
      'number',
      1,
      100,
      'such questions unanswered before the connection is dropped',
    ],
  }),
  ...rows('restconf', DEFAULT_LIMITS, {
    bodySize: ['restconf-body-size', 'bytes', 1_024, GIBIBYTE, 'longest message-body, unpacked'],
    bodyDepth: ['restconf-body-depth', 'number', 16, 10_000, 'elements, or objects and arrays, within one another'],
    bodyElements: ['restconf-body-elements', 'number', 100, 100 * MANY, 'elements of an XML message-body'],
    headerSize: ['restconf-header-size', 'bytes', 1_024, 1024 ** 2, 'header fields of a request together'],
    headersTime: [
      'restconf-header-time',
      'milliseconds',
      100,
      MILLISECONDS,
      'time for a TLS handshake, and for a header',
    ],
    requestTime: ['restconf-request-time', 'milliseconds', 100, MILLISECONDS, 'time for a whole request to arrive'],
    idleTime: ['restconf-idle-time', 'milliseconds', 100, MILLISECONDS, 'time a connection may be without a request'],
    stallTime: ['restconf-stall-time', 'milliseconds', 100, MILLISECONDS, 'time an answer may be left unread'],
    connections: ['restconf-connections', 'number', 1, MANY, 'connections'],
    connectionsPerAddress: ['restconf-connections-per-address', 'number', 1, MANY, 'connections of one client address'],
    streams: [
      'restconf-streams',
      'number',
      1,
      10_000,
      'HTTP/2 streams of one connection, and HTTP/1.1 requests that wait in one',
    ],
    working: ['restconf-working', 'number', 1, 10_000, 'requests of one connection worked on at a time'],
    resets: ['restconf-resets', 'number', 1, MANY, 'HTTP/2 streams a client may reset within ten seconds'],
    eventStreams: ['restconf-event-streams', 'number', 0, MANY, 'event streams'],
    transfers: ['restconf-transfers', 'number', 0, MANY, 'transfers of bulk data'],
    heartbeat: [
      'restconf-heartbeat',
      'milliseconds',
      10,
      MILLISECONDS,
      'time between the heartbeats of an event stream',
    ],
    compressAbove: ['restconf-compress-above', 'bytes', 0, GIBIBYTE, 'answers longer than this are compressed'],
    closeTime: [
      'restconf-close-time',
      'milliseconds',
      0,
      MILLISECONDS,
      'time for requests under way when the node stops',
    ],
  }),
  ...rows('faces', DEFAULT_FACE_LIMITS, {
    connections: ['adapter-connections', 'number', 0, MANY, 'WebSockets of one adapter, or of one face of a plugin'],
  }),
  ...rows('bytes', DEFAULT_BYTE_LIMITS, {
    perUser: [
      'bytes-per-user',
      'bytes',
      1024 ** 2,
      1024 * GIBIBYTE,
      'requests and answers of one user that are under way',
    ],
    total: [
      'bytes-under-way',
      'bytes',
      1024 ** 2,
      1024 * GIBIBYTE,
      'requests and answers of all users that are under way',
    ],
  }),
  ...rows('subscriptions', DEFAULT_SUBSCRIPTION_LIMITS, {
    perSession: ['subscriptions-per-session', 'number', 0, MANY, 'dynamic subscriptions of one NETCONF session'],
    perUser: ['subscriptions-per-user', 'number', 0, MANY, 'dynamic subscriptions of one user over RESTCONF'],
    total: ['subscriptions', 'number', 0, MANY, 'dynamic subscriptions'],
    filterText: ['subscription-filter-size', 'characters', 16, 16 * 1024 ** 2, 'longest filter'],
    maxBehind: [
      'subscription-behind',
      'number',
      1,
      100 * MANY,
      'events a receiver may be behind before it is suspended',
    ],
    stallTime: ['subscription-stall-time', 'milliseconds', 100, MILLISECONDS, 'time a receiver may take nothing'],
    patience: [
      'subscription-patience',
      'milliseconds',
      0,
      MILLISECONDS,
      'time a receiver that is behind is waited for',
    ],
    unattended: [
      'subscription-unattended',
      'milliseconds',
      100,
      MILLISECONDS,
      'time a subscription may be without receiver',
    ],
  }),
  ...rows('data', DEFAULT_DATA_LIMITS, {
    size: ['data-size', 'bytes', 1, 1024 * GIBIBYTE, 'one piece of bulk data'],
    perUser: ['data-per-user', 'bytes', 1, 8 * 1024 * GIBIBYTE, 'bulk data of one user together'],
    silence: [
      'data-silence',
      'milliseconds',
      10,
      MILLISECONDS,
      'time a reader waits for more of data that are still arriving',
    ],
  }),
  ...rows('events', DEFAULT_RETENTION, {
    count: ['event-count', 'number', 1, 1_000 * MANY, 'events the log keeps'],
    days: ['event-days', 'days', 1, 36_500, 'days the log keeps an event'],
  }),
  ...rows('readers', DEFAULT_READER_LIMITS, {
    maxBehind: ['reader-behind', 'number', 1, 100 * MANY, 'events a reader of a stream may be behind'],
    patience: [
      'reader-patience',
      'milliseconds',
      0,
      MILLISECONDS,
      'time such a reader is waited for before it is dropped',
    ],
  }),
  ...rows('login', DEFAULT_THROTTLE, {
    first: ['login-pause', 'milliseconds', 0, 60_000, 'pause after a wrong password; doubled for each further one'],
    longest: ['login-longest-pause', 'milliseconds', 0, 60 * 60_000, 'longest such pause'],
    patience: ['login-patience', 'milliseconds', 0, 60 * 60_000, 'time a login waits for its check'],
  }),
  ...rows('proofs', DEFAULT_REPLAY_LIMITS, {
    perKey: ['dpop-proofs-per-key', 'number', 1, MANY, 'DPoP proofs that one key may use in about five minutes'],
    total: [
      'dpop-proofs',
      'number',
      1,
      10 * MANY,
      'DPoP proofs remembered; when full, all are forgotten and a nonce is demanded',
    ],
  }),
  ...rows('approvals', DEFAULT_APPROVAL_LIMITS, {
    openPerUser: ['approvals-per-user', 'number', 1, MANY, 'approvals that wait or are granted, asked by one user'],
    open: ['approvals', 'number', 1, MANY, 'approvals that wait or are granted'],
    sizePerUser: [
      'approvals-size-per-user',
      'bytes',
      4_096,
      2 ** 40,
      'approvals of one user that wait, are granted, or were over in the last 7 days',
    ],
    size: ['approvals-size', 'bytes', 4_096, 2 ** 40, 'such approvals of all users'],
  }),
  ...rows('failures', DEFAULT_LOGIN_FAILURE_LIMITS, {
    perSource: [
      'audit-logins-per-address',
      'number',
      1,
      MANY,
      'failed logins of one address told one by one in a span',
    ],
    total: ['audit-logins', 'number', 1, MANY, 'failed logins of all addresses told one by one in a span'],
    span: ['audit-login-span', 'milliseconds', 100, MILLISECONDS, 'such a span, at whose end the others are counted'],
  }),
  ...rows('tasks', DEFAULT_TASK_LIMITS, {
    perUser: ['tasks-per-user', 'number', 1, 100 * MANY, 'unfinished tasks that one user has assigned'],
    perUserAndAgent: ['tasks-per-user-and-agent', 'number', 1, 100 * MANY, 'those of them at one agent'],
    skillTime: [
      'skill-time',
      'milliseconds',
      100,
      MILLISECONDS,
      'time a hosted skill works, without its waits for others',
    ],
  }),
  ...rows('waits', DEFAULT_WAITS, {
    syncWait: [
      'assignment-wait',
      'milliseconds',
      0,
      MILLISECONDS,
      'time a synchronous assignment waits for its result where it does not say',
    ],
    negotiationWait: [
      'negotiation-wait',
      'milliseconds',
      0,
      MILLISECONDS,
      'time a round of a negotiation waits for the other side where it does not say',
    ],
  }),
  ...rows('interpretation', DEFAULT_INTERPRETATION_LIMITS, {
    longestText: ['free-text-length', 'characters', 100, MANY, 'free text of one task, with what is said about it'],
    time: ['interpretation-time', 'milliseconds', 10, MILLISECONDS, 'time to make a structured task of free text'],
    questions: ['interpretation-questions', 'number', 0, 100, 'questions about one task in free text'],
  }),
  ...rows('remote', DEFAULT_REMOTE_LIMITS, {
    patience: [
      'remote-patience',
      'milliseconds',
      0,
      MILLISECONDS,
      'time for which the node of a remote agent is tried before an attempt is lost',
    ],
  }),
  ...rows('agentSessions', DEFAULT_AGENT_SESSION_LIMITS, {
    messageSize: [
      'session-message-size',
      'characters',
      1,
      16 * MANY,
      'longest text of a message in a session of agents, with what it carries',
    ],
    rate: ['session-rate', 'number', 1, MANY, 'messages that an agent may send into sessions in a second'],
    waiting: ['session-waiting-per-user', 'number', 1, MANY, 'calls of one user that wait for messages of sessions'],
    ring: ['session-ring', 'number', 1, MANY, 'last messages of a session in memory while readers wait for more'],
    hookTime: ['member-time', 'milliseconds', 10, MILLISECONDS, 'time in which a hosted member of a session answers'],
    absenceLook: [
      'session-absence-look',
      'milliseconds',
      10,
      MILLISECONDS,
      'time between two looks at coordinators of teams that are not online',
    ],
    absence: [
      'session-absence',
      'milliseconds',
      0,
      MILLISECONDS,
      'time that a coordinator of a team may be not online before another member follows it',
    ],
    hookTries: [
      'member-tries',
      'number',
      1,
      100,
      'how often a hosted member that fails is called for one message or turn',
    ],
  }),
];

/**
 * Parses limits from texts `NAME=VALUE`. Of two for one name the later counts.
 * @throws UsageError for an unknown name, or a value that is no integer in the range
 */
export function parseLimits(texts: readonly string[]): NodeLimits {
  const limits: { -readonly [G in keyof NodeLimits]: Record<string, number> } = {};
  for (const text of texts) {
    const [, name = text, given = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    const limit = NODE_LIMITS.find((each) => each.name === name);
    if (limit === undefined) throw new UsageError(`there is no limit "${name}"; "yangent serve --help" lists them`);
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (!(value >= limit.min && value <= limit.max)) {
      throw new UsageError(`the limit ${name} is ${rangeOf(limit)}, not "${given}"`);
    }
    limits[limit.group] = { ...limits[limit.group], [limit.key]: value };
  }
  return limits;
}

/** Returns the range of a limit as text, such as `1..100 milliseconds`. */
export function rangeOf({ min, max, unit }: NodeLimit): string {
  return unit === 'number' ? `${min}..${max}` : `${min}..${max} ${unit}`;
}
