/** Reads what a message carries besides its text. */
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { faultOfExtension } from '../record/extension.js';
import type { Carried } from '../send/carried.js';

type Input = Pick<YangentSessionsProvider['rpcs']['send']['input'], 'artifact' | 'extension' | 'expires'>;

/** @throws RpcError too-big, invalid-value for an extension that is no JSON text or nested too deep, and for a time that is none */
export function carriedOf(call: Call, { artifact = [], extension, expires }: Input): Carried {
  if (extension !== undefined) requireExtension(call, extension);
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

function requireExtension(call: Call, extension: string): void {
  const fault = faultOfExtension(extension);
  if (fault) call.fail(fault);
}
