/** A whole case file judged. */
import { messageOf } from '../../data/index.js';
import { isEngineError } from '../engine/index.js';
import type { CaseFile, Verdict } from './cases.js';
import type { Exception } from './exceptions.js';
import { type Judge, OwnJudge } from './judge.js';

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

/** Has every case judged, by our engine unless another judge is given; the differences in the order of the file. */
export async function runCases(
  { cases, texts }: CaseFile,
  exceptions: ReadonlyMap<string, Exception> = new Map(),
  judge: Judge = new OwnJudge(texts),
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const one of cases) {
    const { found, reason } = await verdictOf(judge, one);
    if (found !== one.verdict)
      differences.push({ id: one.id, expected: one.verdict, found, reason, exception: exceptions.get(one.id) });
  }
  return differences;
}

async function verdictOf(judge: Judge, one: CaseFile['cases'][number]): Promise<Pick<Difference, 'found' | 'reason'>> {
  try {
    const { verdict, reason } = await judge.judge(one);
    return { found: verdict, reason };
  } catch (error) {
    if (isEngineError(error) && error.fault === 'not-built') throw error;
    return { found: 'fault', reason: messageOf(error) };
  }
}
