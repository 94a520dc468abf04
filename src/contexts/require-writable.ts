import type { EditOperation } from '../data/index.js';
import type { Call } from '../server/index.js';

export interface KeptEntry {
  /** Qualified name of the list. */
  readonly list: string;
  readonly id: string;
  readonly operation: EditOperation;
  /** Access of the caller to the existing entry: to see it, and to change it. Undefined when there is none. */
  readonly known: { readonly visible: boolean; readonly mine: boolean } | undefined;
}

/**
 * Returns the action on an entry of a provider-kept list, by the operations of RFC 6241 §7.2. The identifier of another user's
 * entry cannot be written, whether or not the caller can see the entry.
 */
export function requireWritable(call: Call, { list, id, operation, known }: KeptEntry): 'write' | 'remove' | 'nothing' {
  const path = `/${list}[id='${id}']`;
  const removes = operation === 'delete' || operation === 'remove';
  const there = known !== undefined && (known.visible || !removes);
  if (operation === 'delete' && !there)
    call.fail({ tag: 'data-missing', path, message: `there is no ${list} entry "${id}" to delete` });
  if (operation === 'create' && there)
    call.fail({ tag: 'data-exists', path, message: `the identifier "${id}" is already used; choose another` });
  if (there && !known.mine) {
    call.fail({
      tag: 'access-denied',
      path,
      message: `the identifier "${id}" belongs to someone else; choose another`,
    });
  }
  if (!removes) return 'write';
  return there ? 'remove' : 'nothing';
}
