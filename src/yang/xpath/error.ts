/** Maximum length of a message: it may quote tokens of the expression, which can be long. */
const LONGEST = 160;

/** The error for text that is not XPath, or uses parts of XPath that YANG does not have; `position` counts UTF-16 units from 0. */
export class XPathError extends Error {
  readonly position: number;

  constructor(message: string, position: number) {
    super(message.length > LONGEST ? `${message.slice(0, LONGEST)}...` : message);
    this.name = 'XPathError';
    this.position = position;
  }
}
