/** Reads what a message carries besides its text. */
import { refuseDeepJson } from '../../data/nesting.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { Carried } from '../send/carried.js';

type Input = Pick<YangentSessionsProvider['rpcs']['send']['input'], 'artifact' | 'extension' | 'expires'>;

/** Maximum number of octets of an extension. */
const LONGEST = 65_536;

/** @throws RpcError too-big, invalid-value for an extension that is no JSON text or nested too deep, and for a time that is none */
export function carriedOf(call: Call, { artifact = [], extension, expires }: Input): Carried {
  if (extension !== undefined) requireJson(call, extension);
  return {
    ...(artifact.length > 0 ? { artifacts: artifact } : {}),
    ...(extension === undefined ? {} : { extension }),
    ...(expires === undefined ? {} : { expires: timeOf(call, expires) }),
  };
}

/** Returns milliseconds since 1970. The pattern of date-and-time lets times pass that no clock shows. */
function timeOf(call: Call, expires: string): number {
  const time = Date.parse(expires);
  if (!Number.isNaN(time)) return time;
  return call.fail({ tag: 'invalid-value', message: `"expires" is ${expires}, which is no time of any day` });
}

function requireJson(call: Call, extension: string): void {
  const octets = Buffer.byteLength(extension);
  if (octets > LONGEST) {
    call.fail({
      tag: 'too-big',
      message: `"extension" has ${octets} octets, and may have ${LONGEST}: share the rest as a data parameter`,
    });
  }
  // Readers write it anew, or search it, by recursion.
  refuseDeepJson(parsed(call, extension), '"extension"');
}

function parsed(call: Call, extension: string): unknown {
  try {
    return JSON.parse(extension);
  } catch {
    return call.fail({
      tag: 'invalid-value',
      message: '"extension" is no JSON text: write text in quotes, or as an object',
    });
  }
}
