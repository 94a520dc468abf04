/** The terms of a session: what was set for it, and what its kind says where nothing was. */
import type {
  YangentSessions_Sessions_Session_Qos as Qos,
  YangentSessions_Sessions_Session_Retention as Retention,
  YangentSessions_SessionKind as SessionKind,
  YangentSessions_Sessions_Session_TurnTaking as TurnTaking,
  YangentSessionsActions,
  YangentSessionsRpcs,
} from '../../generated/index.js';
import type { Call } from '../../server/index.js';

export type { SessionKind };

/** The terms as they are sent; what is absent was not said. */
export type TermsInput = Pick<
  YangentSessionsRpcs['yangent-sessions:open']['input'],
  'turn-taking' | 'max-depth' | 'qos' | 'admission' | 'show-members' | 'encryption' | 'retention'
>;

/** All terms of a session. */
export interface Terms {
  /** Of teams. */
  readonly 'turn-taking'?: Turns;
  /** Of teams. */
  readonly 'max-depth'?: number;
  readonly qos: Qos & Required<Pick<Qos, 'priority' | 'max-backlog' | 'when-full' | 'history'>>;
  readonly admission: NonNullable<TermsInput['admission']>;
  readonly 'show-members': boolean;
  /** Absent: members send as they like. */
  readonly encryption?: 'sealed';
  readonly retention: Required<Retention>;
}

/** How the turns of a team are given. */
export type Turns = TurnTaking & Required<Omit<TurnTaking, 'max-turns'>>;

const KNOWN: Terms = {
  qos: { priority: 3, 'max-backlog': 10_000, 'when-full': 'refuse', history: 'all' },
  admission: 'invite',
  'show-members': true,
  retention: { days: 30, messages: 100_000 },
};

/** The terms of each kind where nothing was said. */
const DEFAULTS: Readonly<Record<SessionKind, Terms>> = {
  direct: KNOWN,
  group: KNOWN,
  team: {
    ...KNOWN,
    'turn-taking': {
      ...{ mode: 'named', 'min-members': 2 },
      ...{ 'speaker-timeout': 120, 'forming-timeout': 300, 'pause-timeout': 86_400 },
    },
    'max-depth': 3,
  },
  topic: {
    ...KNOWN,
    qos: { ...KNOWN.qos, 'when-full': 'lag', history: 'joined' },
    admission: 'node',
    'show-members': false,
  },
};

type Unset = NonNullable<YangentSessionsActions['/yangent-sessions:sessions/session/set']['input']['unset']>[number];
export type TermName = Exclude<Unset, 'name' | 'goal'>;

/** The containers of the terms; absent: in none. */
const CONTAINERS: { readonly [N in TermName]?: 'turn-taking' | 'qos' | 'retention' } = {
  ...{ mode: 'turn-taking', 'max-turns': 'turn-taking', 'min-members': 'turn-taking' },
  ...{ 'speaker-timeout': 'turn-taking', 'forming-timeout': 'turn-taking', 'pause-timeout': 'turn-taking' },
  ...{ priority: 'qos', 'time-to-live': 'qos', 'max-rate': 'qos', 'max-bytes-rate': 'qos', 'max-backlog': 'qos' },
  ...{ 'when-full': 'qos', history: 'qos', days: 'retention', messages: 'retention' },
};

/** True for a term that tells how the turns of a team are given. */
export function isOfTurns(name: TermName): boolean {
  return CONTAINERS[name] === 'turn-taking';
}

/** Returns the terms without these: what the kind says where nothing was said holds again. */
export function withoutTerms(kind: SessionKind, terms: Terms, names: readonly TermName[]): Terms {
  const unset = new Set<string>(names);
  const rest = (members: object) => Object.fromEntries(Object.entries(members).filter(([name]) => !unset.has(name)));
  const { 'turn-taking': turns, qos, retention, ...others } = terms;
  return changedTerms(DEFAULTS[kind], {
    ...rest(others),
    ...(turns ? { 'turn-taking': rest(turns) } : {}),
    qos: rest(qos),
    retention: rest(retention),
  });
}

/** Refuses to unset what is set at once, and the terms of teams for other sessions. @throws RpcError invalid-value */
export function requireUnset(call: Call, kind: SessionKind, said: TermsInput, names: readonly TermName[]): void {
  for (const name of names) {
    const container = CONTAINERS[name];
    const of: object = container === undefined ? said : (said[container] ?? {});
    const path = container === undefined ? name : `${container}/${name}`;
    if (Object.hasOwn(of, name)) {
      call.fail({ tag: 'invalid-value', message: `"${path}" is set and unset at once: say one of both` });
    }
    if (kind !== 'team' && (container === 'turn-taking' || name === 'max-depth')) {
      call.fail({
        tag: 'invalid-value',
        message: `"${path}" is for sessions of kind team; this one is of kind ${kind}`,
      });
    }
  }
}

/** Refuses the terms of teams for other sessions. @throws RpcError invalid-value */
export function requireTeamTerms(call: Call, kind: SessionKind, said: TermsInput): void {
  const leaf = TEAM_TERMS.find((term) => said[term] !== undefined);
  if (kind === 'team' || leaf === undefined) return;
  call.fail({ tag: 'invalid-value', message: `"${leaf}" is for sessions of kind team; this one is of kind ${kind}` });
}

/** Refuses a direct session that others may join: what its members send to one another would reach these. */
export function requireClosedDirect(call: Call, kind: SessionKind, { admission }: TermsInput): void {
  if (kind !== 'direct' || admission !== 'node') return;
  call.fail({
    tag: 'invalid-value',
    message: `"admission" of a direct session is invite, and nobody is added to it: open a group for agents of the node`,
  });
}

/** True when the members encrypt for one another, and the node takes nothing in clear. */
export function isSealed({ terms }: { readonly terms: Terms }): boolean {
  return terms.encryption === 'sealed';
}

/**
 * Refuses to let members of a sealed session, and of those below it, send in clear.
 *
 * @param operation by which it is asked
 * @throws RpcError invalid-value
 */
export function requireStaysSealed(call: Call, operation: 'open' | 'set', terms: Terms, said: TermsInput): void {
  if (terms.encryption !== 'sealed' || said.encryption !== 'none') return;
  call.fail({
    ...{ tag: 'invalid-value', path: `/yangent-sessions:${operation}/encryption` },
    message: '"encryption" is sealed, and stays so, as members trust in it: open another session to send in clear',
  });
}

const TEAM_TERMS = ['turn-taking', 'max-depth'] as const;

/** Returns the terms of a session that is opened. */
export function termsOf(kind: SessionKind, said: TermsInput): Terms {
  return changedTerms(DEFAULTS[kind], said);
}

/** Returns the terms that were stored for a session: a term that its version did not have yet is as where nothing was said. */
export function storedTerms(kind: SessionKind, stored: string): Terms {
  return changedTerms(DEFAULTS[kind], JSON.parse(stored));
}

/** Returns terms in which what was said has changed; the rest stays. */
export function changedTerms(terms: Terms, { qos, admission, retention, ...said }: TermsInput): Terms {
  const { 'turn-taking': turns, 'max-depth': depth } = terms;
  const encryption = said.encryption ?? terms.encryption;
  return {
    ...(turns ? { 'turn-taking': { ...turns, ...said['turn-taking'] } } : {}),
    ...(depth === undefined ? {} : { 'max-depth': said['max-depth'] ?? depth }),
    qos: { ...terms.qos, ...qos },
    admission: admission ?? terms.admission,
    'show-members': said['show-members'] ?? terms['show-members'],
    ...(encryption === 'sealed' ? { encryption } : {}),
    retention: { ...terms.retention, ...retention },
  };
}
