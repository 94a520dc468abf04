/** A page of an archive, as the node answers `yangent-audit:archive`. */
import type { RestconfClient } from '../../clients/index.js';
import { isObject } from '../../data/index.js';
import { entriesOf, textOf, textsOf } from '../../data/rfc7951/members.js';

export interface Page {
  readonly origin: string;
  /** The one in use first. */
  readonly keys: readonly string[];
  /** Number of records of the log. */
  readonly size: number;
  readonly edge: readonly string[];
  readonly records: readonly string[];
  readonly checkpoints: readonly { readonly size: number; readonly note: string }[];
}

/** Asks for records. @param limit Default: as many as the node gives at once */
export async function archivePage(node: RestconfClient, first: number, limit?: number): Promise<Page> {
  const input = { first: String(first), ...(limit === undefined ? {} : { limit }) };
  const answer = await node.invoke('yangent-audit:archive', input);
  const members = isObject(answer) ? answer : {};
  return {
    origin: textOf(members, 'origin') ?? '',
    keys: textsOf(members, 'key'),
    size: Number(textOf(members, 'size') ?? 0),
    edge: textsOf(members, 'edge'),
    records: textsOf(members, 'record'),
    checkpoints: entriesOf(members, 'checkpoint').map((each) => ({
      size: Number(textOf(each, 'size') ?? 0),
      note: textOf(each, 'note') ?? '',
    })),
  };
}
