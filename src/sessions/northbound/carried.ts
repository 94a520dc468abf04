/** Reads what a message carries besides its text. */
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { dataHere, withData } from '../homes/data-names.js';
import type { Homes, SessionPeer } from '../homes/homes.js';
import { faultOfExtension } from '../record/extension.js';
import type { Carried } from '../send/carried.js';

type Input = Pick<YangentSessionsProvider['rpcs']['send']['input'], 'artifact' | 'extension' | 'expires'>;

/**
 * Reads the parts of a message besides its text.
 *
 * @throws RpcError too-big, invalid-value for an extension that is no JSON text or nested too deep, for a time that is none, and for data
 * that a peer names without a domain of its own or of this node
 */
export function carriedOf(
  { homes }: { readonly homes: Homes },
  call: Call,
  { artifact = [], extension, expires }: Input,
): Carried {
  if (extension !== undefined) requireExtension(call, extension);
  const peer = homes.peerOfUser(call.user);
  const artifacts = peer ? toldBy(homes, call, peer, artifact) : artifact;
  return {
    ...(artifacts.length > 0 ? { artifacts } : {}),
    ...(extension === undefined ? {} : { extension }),
    ...(expires === undefined ? {} : { expires: timeOf(call, expires) }),
  };
}

/** Returns artifacts with the names that their data have here. The rights to those of this node are checked when they are sent. */
function toldBy(
  homes: Homes,
  call: Call,
  peer: SessionPeer,
  artifacts: NonNullable<Input['artifact']>,
): NonNullable<Carried['artifacts']> {
  const rename = dataHere({ homes }, peer, () => true);
  const here = withData({ artifacts }, rename).artifacts;
  const unknown = artifacts.find((_, at) => here[at]?.['data-param'] === undefined && _['data-param'] !== undefined);
  if (!unknown) return here;
  return call.fail({
    tag: 'invalid-value',
    message: `"artifact" names data parameter "${unknown['data-param']}": peer "${peer.name}" names data as ID@DOMAIN, with a domain that is reached over it or is one of this node`,
  });
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
