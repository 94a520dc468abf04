/** Characters that YANG strings do not have (RFC 7950 §14). */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Surrogate}\p{Noncharacter_Code_Point}]/gu;

/** Returns the text as a valid YANG string: forbidden characters become U+FFFD. */
export function modelText(text: unknown): string {
  return String(text).replace(FORBIDDEN, '\ufffd');
}

/** Applies `modelText` to all texts in a JSON value. */
export function modelJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' ? modelText(member) : member,
  );
  return text === undefined ? null : JSON.parse(text);
}
