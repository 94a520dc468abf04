/** Critical options and extensions of a certificate: names with data, in the order of the names (OpenSSH PROTOCOL.certkeys). */
import { SshFault, SshReader } from './reader.js';

const MAX_OPTIONS = 64;

/** Reads the options of a certificate. @throws SshFault for names that are not in order, or stand there twice */
export function readOptions(octets: Uint8Array, kind: string): ReadonlyMap<string, Buffer> {
  const reader = new SshReader(octets);
  const options = new Map<string, Buffer>();
  let before: Buffer | undefined;
  while (!reader.isAtEnd) {
    const start = reader.at;
    const name = reader.string(`the name of a ${kind}`);
    if (before && Buffer.compare(before, name) >= 0)
      throw new SshFault(start, `each ${kind} stands there once, and they are in the order of their names`);
    if (options.size === MAX_OPTIONS) throw new SshFault(start, `at most ${MAX_OPTIONS} of ${kind} are taken`);
    options.set(name.toString('latin1'), reader.string(`the data of a ${kind}`));
    before = name;
  }
  return options;
}

/** Returns the text of an option whose data is one string. @throws SshFault */
export function textOfOption(data: Uint8Array, name: string): string {
  const reader = new SshReader(data);
  const text = reader.text(name);
  reader.end(name);
  return text;
}
