/** The credentials of agents: verified when an agent registers, hourly, and when an agent that must have some claims a task. */
import type { Logger } from 'pino';
import type { Principal } from '../../access/index.js';
import type { CredentialVerdict, Identity } from '../../identity/index.js';
import type { Call } from '../../server/index.js';
import type { Store } from '../../store/index.js';
import type { AgentDirectory } from '../directory.js';
import { digestOf, type Finding, type Findings, findingsIn, textOfFindings } from '../record/credentials.js';
import type { AgentRecord } from '../record/record.js';
import type { AgentStates } from '../record/states.js';

export interface QualificationNeeds {
  readonly store: Store;
  readonly states: AgentStates;
  readonly log: Pick<Logger, 'error'>;
  /** Returns the identifier that the agent has proved, or whose keys the node has. */
  readonly holderOf: (agent: AgentRecord) => string | undefined;
  /** Verifies credentials. Absent: none counts. */
  readonly credentials?: Pick<Identity['credentials'], 'judge' | 'rules' | 'isRuled'>;
  /** Returns the types of credentials that agents of a caller must have. */
  readonly required: (principal: Principal) => readonly string[];
}

/** Milliseconds after which a credential is verified again. */
const PERIOD = 3_600_000;
/** Milliseconds for which a good finding counts while a host that must be asked does not answer. */
const PATIENCE = 3_600_000;
/** Milliseconds between two verifications of an agent that claims. */
const AT_CLAIM = 5_000;
/** Milliseconds after which the time of a finding is stored again when nothing else has changed. */
const STORED_EVERY = 60_000;
/** Milliseconds after which the credentials are verified again of which a host was asked too often to tell. */
const RETRY = 60_000;
/** Agents that are verified again in one turn. */
const TOGETHER = 20;

const NO_TYPES: readonly string[] = [];

interface Attempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Digests of the credentials that the node could not verify, since it had asked a host too often. */
  readonly unasked: ReadonlySet<string>;
}

export class Qualifications {
  /** When the credentials of an agent were last verified, or could not be. */
  readonly #tried = new Map<string, Attempt>();
  readonly #checking = new Map<string, Promise<void>>();
  /** Agents whose entries were edited, with credentials of which there is no finding. */
  readonly #edited = new Set<string>();
  #rules: string | undefined;
  /** Findings from before are not those of the present rules. */
  #ruled = 0;
  #round: Promise<void> | undefined;

  /** @param directory returns the directory, which is made later */
  constructor(
    private readonly o: QualificationNeeds,
    private readonly directory: () => AgentDirectory,
  ) {}

  /** Returns the types of verified credentials of an agent. */
  verified(agent: AgentRecord): readonly string[] {
    if (this.o.states.of(agent.id).credentials === null) return NO_TYPES;
    return this.#typesIn(this.findings(agent).map(({ finding }) => finding));
  }

  /** Returns the types of findings that count, by the rules of now: a finding from before may be longer-lived than its rule. */
  #typesIn(findings: readonly Finding[]): readonly string[] {
    const { credentials } = this.o;
    const types = findings.flatMap(({ isValid, issuer, types }) =>
      isValid && issuer !== undefined ? types.filter((type) => credentials?.isRuled(type, issuer)) : [],
    );
    return [...new Set(types)];
  }

  /** Returns the findings about the present credentials of an agent, with their places among these. */
  findings(agent: AgentRecord): readonly { readonly number: number; readonly finding: Finding }[] {
    const { holder, found } = findingsIn(this.o.states.of(agent.id).credentials);
    if (found.length === 0 || holder !== (this.o.holderOf(agent) ?? null)) return [];
    const byDigest = new Map(found.map((finding) => [finding.digest, finding]));
    return credentialsOf(agent).flatMap((text, at) => {
      const finding = byDigest.get(digestOf(text));
      return finding ? [{ number: at + 1, finding }] : [];
    });
  }

  /** Notes an entry that has come in: its credentials are verified in the next rounds, and count for nothing before. */
  noteEntry(agent: AgentRecord): void {
    if (!this.#isFound(agent)) this.#edited.add(agent.id);
  }

  /** True when there is a finding about each credential of an agent. */
  #isFound(agent: AgentRecord): boolean {
    const { length } = credentialsOf(agent);
    return length === 0 || this.findings(agent).length === length;
  }

  /**
   * Verifies the credentials of an agent that registers.
   *
   * @param holder identifier that the agent has proved
   * @returns the text for its status; null when it gives none
   * @throws RpcError credential-required when the caller's trust domain requires others
   */
  async admit(given: readonly string[], holder: string | undefined, call: Call): Promise<string | null> {
    const findings = given.length === 0 ? undefined : await this.#judged(given, holder, []);
    this.#requireAll(this.#typesIn(findings?.found ?? []), call);
    return findings ? textOfFindings({ holder: findings.holder, found: findings.found }) : null;
  }

  /**
   * Verifies the credentials of an agent for which a caller claims tasks. A finding from before counts while a host is down, but not
   * when the node does not ask: others may have caused that.
   *
   * @throws RpcError credential-required
   */
  async require(id: string, call: Call): Promise<void> {
    if (this.o.required(call.principal).length === 0) return;
    const agent = this.directory().get(id);
    if (!agent) return;
    const age = Date.now() - (this.#tried.get(id)?.at ?? 0);
    if (age >= AT_CLAIM || age < 0) await this.#check(agent);
    const unasked = this.#tried.get(id)?.unasked;
    const told = this.findings(agent).flatMap(({ finding }) => (unasked?.has(finding.digest) ? [] : finding));
    this.#requireAll(this.#typesIn(told), call);
  }

  /** Begins to verify again what is due; the round before must have ended. */
  recheck(): void {
    this.#round ??= this.#recheckDue()
      .catch((error: unknown) => this.o.log.error({ err: error }, 'agents: credentials could not be verified again'))
      .finally(() => {
        this.#round = undefined;
      });
  }

  /** Resolves when no round is under way. */
  async settled(): Promise<void> {
    await this.#round;
  }

  #requireAll(verified: readonly string[], call: Call): void {
    if (this.o.required(call.principal).every((type) => verified.includes(type))) return;
    call.fail({
      tag: 'access-denied',
      appTag: 'credential-required',
      message:
        'agents of this trust domain need the credentials that the domain must have: each verified, and about the identifier that the agent has proved',
    });
  }

  async #recheckDue(): Promise<void> {
    const { credentials, states } = this.o;
    if (!credentials) return;
    const { rules } = credentials;
    if (this.#rules !== undefined && this.#rules !== rules) this.#ruled = Date.now();
    this.#rules = rules;
    const due: AgentRecord[] = [];
    for (const id of [...this.#edited].slice(0, TOGETHER)) {
      this.#edited.delete(id);
      const agent = this.directory().get(id);
      if (agent) due.push(agent);
    }
    for (const { agent: id, credentials: text } of states.all()) {
      if (due.length >= TOGETHER) break;
      if (text === null || !this.#isDue(id, text)) continue;
      const agent = this.directory().get(id);
      if (agent) due.push(agent);
    }
    for (const agent of due) {
      await this.#check(agent);
      // The entry may have been edited again while it was verified.
      const now = this.directory().get(agent.id);
      if (now) this.noteEntry(now);
    }
  }

  #isDue(id: string, text: string): boolean {
    const checked = Math.min(...findingsIn(text).found.map((each) => each.checked));
    const tried = this.#tried.get(id) ?? { at: checked, unasked: new Set() };
    this.#tried.set(id, tried);
    const age = Date.now() - tried.at;
    // A clock that went back tells no age.
    return age >= (tried.unasked.size > 0 ? RETRY : PERIOD) || age < 0 || tried.at < this.#ruled;
  }

  /** Verifies the credentials of an agent and stores what was found. Those who ask at once share it. */
  #check(agent: AgentRecord): Promise<void> {
    const { id } = agent;
    const under = this.#checking.get(id) ?? this.#checked(agent).finally(() => this.#checking.delete(id));
    this.#checking.set(id, under);
    return under;
  }

  async #checked(agent: AgentRecord): Promise<void> {
    const { states, store, holderOf } = this.o;
    const { id } = agent;
    const before = states.of(id).credentials;
    const known = findingsIn(before);
    const holder = holderOf(agent);
    const { unasked, ...found } = await this.#judged(
      credentialsOf(agent),
      holder,
      known.holder === holder ? known.found : [],
    );
    this.#tried.set(id, { at: Date.now(), unasked });
    if (isSame(known, found)) return;
    await store.transact(async (tx) => {
      // The agent may have registered again in the meantime.
      if (states.of(id).credentials !== before || !this.directory().get(id)) return;
      await states.change(tx, id, { credentials: textOfFindings(found) });
    });
  }

  async #judged(
    credentials: readonly string[],
    holder: string | undefined,
    known: readonly Finding[],
  ): Promise<Findings & Pick<Attempt, 'unasked'>> {
    const verdicts = (await this.o.credentials?.judge(credentials, holder)) ?? [];
    const found = verdicts.map((verdict, at) => {
      const digest = digestOf(credentials[at] ?? '');
      return findingOf(
        verdict,
        digest,
        known.find((each) => each.digest === digest),
      );
    });
    const unasked = found.filter((_, at) => verdicts[at]?.unknown === 'asked-too-often');
    return { holder: holder ?? null, found, unasked: new Set(unasked.map(({ digest }) => digest)) };
  }
}

/** Returns the credentials of an agent, in their order. */
export function credentialsOf({ registration }: AgentRecord): readonly string[] {
  return registration.security?.credential ?? [];
}

/** Returns the finding of a verdict. The one before counts for some time while a host does not answer, for the types of now. */
function findingOf(
  { isValid, unknown, types, issuer, reasons }: CredentialVerdict,
  digest: string,
  before: Finding | undefined,
): Finding {
  const now = Date.now();
  const age = before ? now - before.checked : -1;
  if (unknown && before?.isValid && age >= 0 && age < PATIENCE) return { ...before, types };
  return {
    digest,
    isValid,
    types: isValid ? types : [],
    ...(issuer === undefined ? {} : { issuer }),
    reasons,
    checked: now,
  };
}

/** True when nothing differs but the time, and that not by much. */
function isSame(before: Findings, after: Findings): boolean {
  const plain = ({ holder, found }: Findings) =>
    JSON.stringify([holder, found.map((each) => ({ ...each, checked: 0 }))]);
  if (plain(before) !== plain(after)) return false;
  return after.found.every(({ checked }, at) => Math.abs(checked - (before.found[at]?.checked ?? 0)) < STORED_EVERY);
}
