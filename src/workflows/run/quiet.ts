/**
 * Texts of others in sealed runs, such as the message of an error. They may contain values, so they are kept as values: records,
 * journal and notifications have the code of an error, and name its text by its digest.
 */
import { isObject } from '../../data/index.js';
import type { StepDetail, StoredError, Vote } from './record.js';

/** Stands for a text that is kept as a value. */
export const QUIET = 'its text is sealed';

/** Stores a value. Returns its digest. */
type Keep = (value: unknown) => Promise<string>;

/** Returns an error without its text, which is kept as a value. */
export async function quietError(error: StoredError, keep: Keep): Promise<StoredError> {
  if (error.text !== undefined) return error;
  const { code, message, diagnostic, recovery } = error;
  const text = await keep({ message, ...(diagnostic === undefined ? {} : { diagnostic }) });
  return { code, message: QUIET, recovery, text };
}

/** Returns the members of a step without the texts and measures of others, which are kept as values. */
export async function quietDetail(detail: Partial<StepDetail>, keep: Keep): Promise<Partial<StepDetail>> {
  const { error, quality, votes, compensation } = detail;
  return {
    ...detail,
    ...(error ? { error: await quietError(error, keep) } : {}),
    ...(quality ? { quality: undefined, measured: await keep(quality) } : {}),
    ...(votes ? { votes: await quietVotes(votes, keep) } : {}),
    ...(compensation?.failed === undefined ? {} : { compensation: { ...compensation, failed: QUIET } }),
  };
}

async function quietVotes(votes: Readonly<Record<string, Vote>>, keep: Keep): Promise<Readonly<Record<string, Vote>>> {
  const quiet: Record<string, Vote> = {};
  for (const [task, vote] of Object.entries(votes))
    quiet[task] = vote.error ? { ...vote, error: await quietError(vote.error, keep) } : vote;
  return quiet;
}

/** Returns an error with its text. @param value of its digest; undefined when it was deleted */
export function toldError({ text: _, ...error }: StoredError, value: unknown): Omit<StoredError, 'text'> {
  const { message, diagnostic } = isObject(value) ? value : {};
  return {
    ...error,
    ...(typeof message === 'string' ? { message: error.message.replace(QUIET, () => message) } : {}),
    ...(typeof diagnostic === 'string' ? { diagnostic } : {}),
  };
}
