/** Colour, where a person looks: on a terminal, unless NO_COLOR says otherwise. */

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof CODES;
export type Paint = (text: string, ...colours: readonly Colour[]) => string;

/** What paints text for that stream; without colours the text as it is. */
export function paintFor(stream: { readonly isTTY?: boolean }, environment = process.env): Paint {
  const isWanted = stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
  if (!isWanted) return (text) => text;
  return (text, ...colours) => {
    const codes = colours.map((colour) => CODES[colour]).join(';');
    return codes === '' || text === '' ? text : `\u001b[${codes}m${text}\u001b[0m`;
  };
}
