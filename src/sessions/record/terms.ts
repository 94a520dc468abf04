/** The terms of a session: what was set for it, and what its kind says where nothing was. */
import type {
  YangentSessions_Sessions_Session_Qos as Qos,
  YangentSessions_Sessions_Session_Retention as Retention,
  YangentSessions_SessionKind as SessionKind,
  YangentSessionsRpcs,
} from '../../generated/index.js';

export type { SessionKind };

/** The terms as they are sent; what is absent was not said. */
export type TermsInput = Pick<
  YangentSessionsRpcs['yangent-sessions:open']['input'],
  'qos' | 'admission' | 'show-members' | 'retention'
>;

/** All terms of a session. */
export interface Terms {
  readonly qos: Qos & Required<Pick<Qos, 'priority' | 'max-backlog' | 'when-full' | 'history'>>;
  readonly admission: NonNullable<TermsInput['admission']>;
  readonly 'show-members': boolean;
  readonly retention: Required<Retention>;
}

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
  topic: {
    ...KNOWN,
    qos: { ...KNOWN.qos, 'when-full': 'lag', history: 'joined' },
    admission: 'node',
    'show-members': false,
  },
};

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
  return {
    qos: { ...terms.qos, ...qos },
    admission: admission ?? terms.admission,
    'show-members': said['show-members'] ?? terms['show-members'],
    retention: { ...terms.retention, ...retention },
  };
}
