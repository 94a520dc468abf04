/** Replaces passwords in clear (`$0$...`) in an edit by their hashes, before the edit is applied. */
import {
  type Leaf,
  type List,
  type ListEntry,
  leaf,
  mapEntries,
  replaced,
  type Tree,
  withChildren,
} from '../data/index.js';
import { hashPassword } from './password.js';

const ACCESS = 'yangent-access:access';
const USER = 'yangent-access:user';
const PASSWORD = 'yangent-access:password';
const CLEAR = '$0$';

/** Returns the tree with hashed passwords; the same tree when it has no password in clear. Metadata (edit operations) stay. */
export async function hashClearPasswords(tree: Tree, cost?: number): Promise<Tree> {
  const access = tree.children.get(ACCESS);
  const users = access?.kind === 'container' ? access.children.get(USER) : undefined;
  if (access?.kind !== 'container' || users?.kind !== 'list') return tree;
  const hashes = new Map<Leaf, string>();
  for (const entry of users.entries) {
    const password = clearPassword(entry);
    if (password) hashes.set(password, await hashPassword(String(password.value).slice(CLEAR.length), cost));
  }
  if (hashes.size === 0) return tree;
  const hashed = withChildren(access, replaced(access.children, USER, hashedUsers(users, hashes)));
  return withChildren(tree, replaced(tree.children, ACCESS, hashed));
}

function hashedUsers(users: List, hashes: ReadonlyMap<Leaf, string>): List {
  const hashed = (entry: ListEntry): ListEntry => {
    const password = clearPassword(entry);
    const hash = password && hashes.get(password);
    if (password === undefined || hash === undefined) return entry;
    return withChildren(entry, replaced(entry.children, PASSWORD, leaf(password.schema, hash, password.meta)));
  };
  return { ...users, entries: mapEntries(users.schema, users.entries, hashed) };
}

function clearPassword(entry: ListEntry): Leaf | undefined {
  const password = entry.children.get(PASSWORD);
  return password?.kind === 'leaf' && String(password.value).startsWith(CLEAR) ? password : undefined;
}
