/** Looking into values whose form nobody vouches for. */

export type Members = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export function membersIn(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function textIn(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
}

/** A list of texts. Through XML a list of one comes as its only entry. */
export function textsIn(members: Members, name: string): readonly string[] {
  return [members[name]].flat().filter((each) => typeof each === 'string');
}

/** The entries of a list of objects. */
export function entriesIn(members: Members, name: string): readonly Members[] {
  const value = members[name];
  return value === undefined ? [] : [value].flat().map(membersIn);
}
