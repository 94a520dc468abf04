/** Returns the octets of a standard base64 text (RFC 4648 §4); undefined when a strict reader would refuse it. */
export function fromBase64(text: string): Buffer | undefined {
  const octets = Buffer.from(text, 'base64');
  // Buffer takes other alphabets, missing padding and stray bits.
  return octets.toString('base64') === text ? octets : undefined;
}
