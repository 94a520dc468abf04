/** Judges a whole case file. */
import { messageOf } from '../../data/index.js';
import { isEngineError } from '../engine/index.js';
import type { CaseFile, Verdict } from './cases.js';
import type { Exception } from './exceptions.js';
import { type Judge, OwnJudge } from './judge.js';

/** A case whose verdict differs from the file. */
export interface Difference {
  readonly id: string;
  readonly expected: Verdict;
  /** `fault`: the engine failed. */
  readonly found: Verdict | 'fault';
  readonly reason: string | undefined;
  /** The reason why this difference is right. */
  readonly exception: Exception | undefined;
}

/** Judges every case, by default with the project's own engine; returns the differences in the order of the file. */
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
