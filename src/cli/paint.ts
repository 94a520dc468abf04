/** Colours for terminals, unless NO_COLOR is set. */

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof CODES;
export type Paint = (text: string, ...colours: readonly Colour[]) => string;

/** Returns a function that paints text for that stream; without colours it returns the text unchanged. */
export function paintFor(stream: { readonly isTTY?: boolean }, environment = process.env): Paint {
  const isWanted = stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
  if (!isWanted) return (text) => text;
  return (text, ...colours) => {
    const codes = colours.map((colour) => CODES[colour]).join(';');
    return codes === '' || text === '' ? text : `\u001b[${codes}m${text}\u001b[0m`;
  };
}
