/** Names in rows for a former agent whose identifier was given to another owner. */

/** A character that is in no identifier, because YANG strings cannot contain it (RFC 7950 §9.4). */
const MARK = '\u0001';

/** Returns the name in rows of incarnation `number` of the agent after the next one began. No user may act for it. */
export function formerName(agent: string, number: number): string {
  return `${agent}${MARK}${number}`;
}

/** Returns the identifier that is shown for the name of a present or former agent in a row. */
export function shownAgent(name: string): string {
  const mark = name.indexOf(MARK);
  return mark < 0 ? name : name.slice(0, mark);
}
