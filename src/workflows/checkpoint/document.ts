/** The signature of the node over an exported run: over all of its members, so that no part can be changed on the way. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import { TimeSlice } from '../../data/index.js';
import { DocumentFault } from '../../keys/index.js';
import { type Keys, keyIn } from './keys.js';
import { compactOf, EXPORT_TYP, verifySigned } from './signature.js';
import type { ExportedRun } from './verify.js';

/**
 * Returns what is signed: the digest of the canonical JSON text (RFC 8785) of the content of `yangent-workflows:dag`, without its
 * `signature`. Other work of the node runs between the entries of a long document.
 */
export async function documentDigest({ signature: _, ...members }: Readonly<Record<string, unknown>>): Promise<string> {
  const slice = new TimeSlice();
  const hash = createHash('sha256');
  const said = Object.entries(members).filter(([, value]) => value !== undefined);
  for (const [index, [name, value]] of said.sort(byName).entries()) {
    hash.update(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (!Array.isArray(value)) hash.update(canonicalJson(value));
    else {
      for (const [at, entry] of value.entries()) {
        hash.update(`${at === 0 ? '[' : ','}${canonicalJson(entry)}`);
        if (slice.over) await slice.next();
      }
      hash.update(value.length === 0 ? '[]' : ']');
    }
  }
  return `sha-256:${hash.update('}').digest('hex')}`;
}

/** Members have names of ASCII: the order of RFC 8785 §3.2.3. */
function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Checks that the document is what the node has exported. Says which run it is, in which state and when. */
export async function checkDocument({ members, run, uri }: ExportedRun, keys: Keys): Promise<string> {
  const { signature, exported } = members;
  if (typeof signature !== 'string')
    throw new DocumentFault('it has no signature of the node: it was changed, or made before exports had one');
  const payload = await documentDigest(members);
  await verifySigned(EXPORT_TYP, compactOf(signature, payload), payload, keyIn(keys));
  const [, checkpoint] = uri.split(';c=');
  const what = checkpoint === undefined ? `is ${String(run.state)}` : `until checkpoint ${checkpoint}`;
  return `run ${String(run.id)} ${what}, as the node signed it at ${String(exported)}`;
}
