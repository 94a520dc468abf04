/** The bounds of what a message carries as an extension. */
import { RpcError } from '../../data/index.js';
import { refuseDeepJson } from '../../data/nesting.js';

/** Maximum number of octets. */
const LONGEST = 65_536;

interface Fault {
  readonly tag: 'too-big' | 'invalid-value';
  readonly message: string;
}

/** Tells why an extension is not taken: it is too long, no JSON text, or nested too deep; undefined when it is taken. */
export function faultOfExtension(extension: string): Fault | undefined {
  const octets = Buffer.byteLength(extension);
  if (octets > LONGEST) {
    const message = `"extension" has ${octets} octets, and may have ${LONGEST}: share the rest as a data parameter`;
    return { tag: 'too-big', message };
  }
  try {
    // Readers write it anew, or search it, by recursion.
    refuseDeepJson(JSON.parse(extension), '"extension"');
    return undefined;
  } catch (error) {
    if (error instanceof RpcError) return { tag: 'invalid-value', message: error.message };
    const message = '"extension" is no JSON text: write text in quotes, or as an object';
    return { tag: 'invalid-value', message };
  }
}
