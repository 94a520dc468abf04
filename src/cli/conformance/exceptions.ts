/** Cases in which an engine is right to differ, each with the section that proves it. */
import { messageOf } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import { readText } from '../models.js';

export interface Exception {
  readonly id: string;
  /** The case file. */
  readonly file: string;
  /** The deciding section, such as "RFC 7951 §4". */
  readonly section: string;
  /** The reason in one sentence. */
  readonly reason: string;
}

/** @throws UsageError unless the file holds `{"exceptions": [{"id", "file", "section", "reason"}]}` */
export function readExceptions(file: string): ReadonlyMap<string, Exception> {
  let value: unknown;
  try {
    value = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is not JSON: ${messageOf(error)}`);
  }
  const listed = typeof value === 'object' && value !== null && 'exceptions' in value ? value.exceptions : undefined;
  if (!Array.isArray(listed) || !listed.every(isException))
    throw new UsageError(`${file} needs "exceptions", an array of objects with id, file, section and reason`);
  return new Map(listed.map((one) => [one.id, one]));
}

function isException(value: unknown): value is Exception {
  if (typeof value !== 'object' || value === null) return false;
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  return ['id', 'file', 'section', 'reason'].every((name) => typeof members.get(name) === 'string');
}
