/** One limit of an authority: the capabilities that a token, grant or task carries. A link narrows, it never adds a right. */
import type { About, Asked, DataAction } from './asked.js';
import { type Capability, denialOf, unmetBy } from './capability.js';
import type { Denial } from './constraint.js';
import type { Usage } from './usage.js';

const NOTHING: About = {};
const SKILL = 'skill.';
/** A task whose type is not known might be of any skill. */
const ASSIGN = 'yangent-tasks.assign';

export class Link {
  readonly #byAction = new Map<string, Capability[]>();
  readonly #namesSkills: boolean;
  /** True when the answer depends on the time. */
  readonly #changes: boolean;

  /**
   * @param id of the token or grant, for records
   * @param usage counts for rates; absent: capabilities with rates allow nothing
   */
  constructor(
    readonly id: string,
    readonly capabilities: readonly Capability[],
    readonly usage?: Usage,
  ) {
    for (const each of capabilities) {
      for (const action of each.actions) this.#byAction.set(action, [...(this.#byAction.get(action) ?? []), each]);
    }
    this.#namesSkills = [...this.#byAction.keys()].some((action) => action.startsWith(SKILL));
    this.#changes = capabilities.some((each) => CHANGING.some((name) => each.constraints.has(name)));
  }

  /** Returns why the link does not allow this; undefined when it does. One capability must allow it with all its constraints. */
  denial(asked: Asked): Denial | undefined {
    const own = this.#denialOf(asked);
    const { skill } = asked.about;
    // Where a link names skills, a task needs that of its skill as well.
    if (own !== undefined || !this.#namesSkills) return own;
    if (skill === undefined) return asked.action === ASSIGN ? 'capability' : undefined;
    return this.#denialOf({ ...asked, action: `${SKILL}${skill}` });
  }

  /**
   * Returns what is missing where the link denies, in words: an action, or the names of constraints, never their values. They are of
   * the capability that comes nearest.
   */
  lack(asked: Asked): string | undefined {
    const { skill } = asked.about;
    const own = this.#lackOf(asked);
    if (own !== undefined || !this.#namesSkills) return own;
    if (skill === undefined) return 'the type of the task, since its authority names skills';
    return this.#lackOf({ ...asked, action: `${SKILL}${skill}` });
  }

  /** Counts what was allowed. Resolves when a count of a change is durable. */
  count(asked: Asked, isChange: boolean): Promise<void> {
    const counted = this.#byAction.get(asked.action)?.some(hasRate);
    return counted && this.usage ? this.usage.count(asked.at, isChange) : Promise.resolve();
  }

  /** True when the action may be allowed, whatever it is about, and however often it was used. */
  mayAllow(action: string, at: number): boolean {
    return this.#byAction.get(action)?.some((each) => this.#isInForce(each, action, at)) === true;
  }

  /** True when the action may be allowed, but has been used as often as it may. */
  isUsedUp(action: string, at: number): boolean {
    const inForce = (this.#byAction.get(action) ?? []).filter((each) => this.#isInForce(each, action, at));
    return inForce.length > 0 && inForce.every((each) => this.#isUsedUp(each, at));
  }

  /**
   * Returns the paths where an action on data is allowed, undefined for anywhere. Constraints other than paths must be met by
   * `NOTHING`, since data are about nothing else.
   */
  pathsOf(action: DataAction, at: number): readonly string[] | undefined {
    const paths: string[] = [];
    for (const each of this.#byAction.get(action) ?? []) {
      if (!this.#isMetByData(each, action, at)) continue;
      const limit = each.constraints.get('path')?.value;
      if (!Array.isArray(limit)) return undefined;
      paths.push(...limit.map(String));
    }
    return paths;
  }

  /** Changes when answers for the same question may have changed. */
  stateAt(at: number): string {
    if (!this.#changes) return '';
    return this.capabilities.map((each) => (this.#isInForce(each, each.actions[0] ?? '', at) ? '1' : '0')).join('');
  }

  #denialOf(asked: Asked): Denial | undefined {
    let denial: Denial = 'capability';
    for (const each of this.#byAction.get(asked.action) ?? []) {
      const found = this.#isUsedUp(each, asked.at) ? 'rate' : denialOf(each, asked);
      if (found === undefined) return undefined;
      if (found !== 'capability') denial = found;
    }
    return denial;
  }

  #lackOf(asked: Asked): string | undefined {
    const unmet = (this.#byAction.get(asked.action) ?? []).map((each) => unmetBy(each, asked));
    const [nearest] = unmet.toSorted((one, other) => one.length - other.length);
    if (nearest === undefined) return `the action ${asked.action}`;
    return nearest.length === 0 ? undefined : `a capability for it that fits in ${nearest.join(' and ')}`;
  }

  #isUsedUp({ constraints }: Capability, at: number): boolean {
    return RATES.some(([name, seconds]) => {
      const limit = constraints.get(name)?.value;
      return typeof limit === 'number' && (this.usage === undefined || this.usage.within(seconds, at) >= limit);
    });
  }

  #isInForce(each: Capability, action: string, at: number): boolean {
    if (each.others.size > 0) return false;
    return each.constraints.get('time-window')?.allows({ action, about: NOTHING, at }) !== false;
  }

  #isMetByData(each: Capability, action: string, at: number): boolean {
    if (!this.#isInForce(each, action, at)) return false;
    for (const [name, constraint] of each.constraints) {
      if (name !== 'path' && !constraint.allows({ action, about: NOTHING, at })) return false;
    }
    return true;
  }
}

/** Rates with their spans in seconds. */
const RATES = [
  ['max-requests-per-minute', 60],
  ['max-requests-per-hour', 3_600],
  ['max-requests-per-day', 86_400],
] as const;

const CHANGING = ['time-window'] as const;

function hasRate({ constraints }: Capability): boolean {
  return RATES.some(([name]) => constraints.has(name));
}
