/** Messages name tokens of the expression, which may be as long as it is. */
const LONGEST = 160;

/** An expression that is not XPath, or uses what YANG's XPath does not have; `position` counts UTF-16 units from 0. */
export class XPathError extends Error {
  readonly position: number;

  constructor(message: string, position: number) {
    super(message.length > LONGEST ? `${message.slice(0, LONGEST)}...` : message);
    this.name = 'XPathError';
    this.position = position;
  }
}
