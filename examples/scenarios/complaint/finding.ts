/** What the agent of a network says of its part of a place, and what comes of the findings of several. */
import { membersIn, textIn } from '../stage/index.js';

/** Something an agent can do about what it found, by one of its own skills. */
export interface Remedy {
  readonly skill: string;
  readonly object: string;
  readonly words: string;
}

export interface Finding {
  /** Whether all is as it should be. */
  readonly ok: boolean;
  /** What is not, comes from elsewhere: another agent must find the cause. */
  readonly follows: boolean;
  /** What the devices show. */
  readonly shown: string;
  /** What is wrong. */
  readonly cause?: string;
  /** Absent: nothing needs to be done, or people must do it. */
  readonly remedy?: Remedy;
}

/** A finding that another agent sent. @throws Error when it is none */
export function readFinding(value: unknown): Finding {
  const finding = membersIn(value);
  const { ok, follows } = finding;
  const [shown, cause] = [textIn(finding, 'shown'), textIn(finding, 'cause')];
  if (typeof ok !== 'boolean' || shown === undefined) throw new Error(`this is no finding: ${JSON.stringify(value)}`);
  const remedy = membersIn(finding.remedy);
  const [skill, object, words] = ['skill', 'object', 'words'].map((name) => textIn(remedy, name));
  const isRemedy = skill !== undefined && object !== undefined && words !== undefined;
  return {
    ok,
    follows: follows === true,
    shown,
    ...(cause !== undefined && { cause }),
    ...(isRemedy && { remedy: { skill, object, words } }),
  };
}

/** A finding in a sentence. */
export function sayFinding({ shown, cause, remedy }: Finding): string {
  const parts = [
    shown,
    ...(cause === undefined ? [] : [`cause: ${cause}`]),
    ...(remedy ? [`can be repaired: ${remedy.words}`] : []),
  ];
  return parts.join('; ');
}

/** A finding, and the agent whose it is. */
export interface Told extends Finding {
  readonly by: string;
}

/** The cause: what is wrong and does not come from elsewhere; else what is wrong at all. */
export function causeIn(findings: readonly Told[]): Told | undefined {
  return findings.find(({ ok, follows }) => !ok && !follows) ?? findings.find(({ ok }) => !ok);
}

/** How an incident ended. */
export type Ending = 'repaired' | 'no-fault' | 'needs-people';

export interface Verdict {
  readonly place: string;
  readonly ending: Ending;
  /** For whoever complained. */
  readonly text: string;
}

const ENDINGS: readonly Ending[] = ['repaired', 'no-fault', 'needs-people'];

/** The verdicts that another agent sent. @throws Error when one is none */
export function readVerdicts(value: unknown): readonly Verdict[] {
  if (!Array.isArray(value)) throw new Error(`these are no verdicts: ${JSON.stringify(value)}`);
  return value.map((each) => {
    const verdict = membersIn(each);
    const [place, text] = [textIn(verdict, 'place'), textIn(verdict, 'text')];
    const ending = ENDINGS.find((known) => known === verdict.ending);
    if (place === undefined || text === undefined || ending === undefined)
      throw new Error(`this is no verdict: ${JSON.stringify(each)}`);
    return { place, ending, text };
  });
}
