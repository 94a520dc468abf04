/** How rows name an agent that is gone, once its identifier was given to another owner. */

/** Stands in no identifier: no YANG string holds it (RFC 7950 §9.4). */
const MARK = '\u0001';

/** Returns the name under which rows of the agent's `number`th incarnation are kept when the next one begins. No user acts for it. */
export function formerName(agent: string, number: number): string {
  return `${agent}${MARK}${number}`;
}

/** Returns the identifier that is shown for an agent named in a row, whether it is the agent of now or a former one. */
export function shownAgent(name: string): string {
  const mark = name.indexOf(MARK);
  return mark < 0 ? name : name.slice(0, mark);
}
