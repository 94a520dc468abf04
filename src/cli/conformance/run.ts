/** A whole case file judged. */
import type { CaseFile, Verdict } from './cases.js';
import type { Exception } from './exceptions.js';
import { Judge } from './judge.js';

/** One case judged otherwise than the file says. */
export interface Difference {
  readonly id: string;
  readonly expected: Verdict;
  /** `fault`: the engine failed. */
  readonly found: Verdict | 'fault';
  readonly reason: string | undefined;
  /** Why it is right to differ. */
  readonly exception: Exception | undefined;
}

/** Judges every case; the differences in the order of the file. */
export function runCases(
  { cases, texts }: CaseFile,
  exceptions: ReadonlyMap<string, Exception> = new Map(),
): readonly Difference[] {
  const judge = new Judge(texts);
  return cases.flatMap((one) => {
    const { found, reason } = verdictOf(judge, one);
    if (found === one.verdict) return [];
    return [{ id: one.id, expected: one.verdict, found, reason, exception: exceptions.get(one.id) }];
  });
}

function verdictOf(judge: Judge, one: CaseFile['cases'][number]): Pick<Difference, 'found' | 'reason'> {
  try {
    const { verdict, reason } = judge.judge(one);
    return { found: verdict, reason };
  } catch (error) {
    return { found: 'fault', reason: error instanceof Error ? error.message : String(error) };
  }
}
