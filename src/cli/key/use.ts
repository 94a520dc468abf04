import { Argument, Command } from 'commander';
import { chainOf } from '../../keys/index.js';
import { UsageError } from '../../node/index.js';
import { addTargetOptions, child, entries, type Members, type TargetFlags, text, withNode } from '../remote/index.js';
import { warnOfNames } from './certificate.js';
import { certificatesOf, isCertified, KEYS, keyNamed, PURPOSE_NAMES, useEdit } from './paths.js';

interface Flags extends TargetFlags {
  readonly certificate?: string;
}

export function useCommand(): Command {
  return addTargetOptions(new Command('use'))
    .description('use a key of the keystore for a purpose, or again the own key of the node')
    .addArgument(new Argument('<purpose>', 'what for').choices([...PURPOSE_NAMES]))
    .argument('[name]', 'name of the key in the keystore; without it, the node uses its own key again')
    .option('--certificate <name>', 'name of its certificate for tls-server; needed when the key has several')
    .action((purpose: string, name: string | undefined, flags: Flags) =>
      withNode(flags, async (node, { url }) => {
        if (name === undefined) await node.delete(`${KEYS}/use=${purpose}`);
        else {
          const entry = await keyNamed(node, name);
          const certificate = isCertified(purpose) ? certificateOf(entry, flags.certificate) : flags.certificate;
          await node.yangPatch('/', [useEdit(purpose, name, certificate)]);
          if (certificate !== undefined) await warnOf(entry, certificate, url);
        }
        console.log(`the node uses ${name === undefined ? 'its own key' : `the key ${name}`} for ${purpose}`);
      }),
    );
}

/** Returns the name of the certificate to use. @throws UsageError that tells which there are */
function certificateOf(entry: Members, wanted: string | undefined): string {
  const [name, names] = [text(entry, 'name'), certificatesOf(entry)];
  if (wanted !== undefined && names.includes(wanted)) return wanted;
  const [only, ...others] = names;
  if (only === undefined)
    throw new UsageError(
      `the key ${name} has no certificate, which tls-server needs: give it one with "yangent key certificate ${name} FILE"`,
    );
  if (wanted === undefined && others.length === 0) return only;
  const choices = `name one with --certificate: ${names.join(', ')}`;
  throw new UsageError(
    wanted === undefined
      ? `the key ${name} has ${names.length} certificates; ${choices}`
      : `the key ${name} has no certificate "${wanted}"; ${choices}`,
  );
}

async function warnOf(entry: Members, certificate: string, url: string): Promise<void> {
  const data =
    entries(child(entry, 'certificates'), 'certificate').find((each) => text(each, 'name') === certificate) ?? {};
  const [cms, spki] = [text(data, 'cert-data'), text(entry, 'public-key')].map((each) =>
    Buffer.from(each ?? '', 'base64'),
  );
  if (cms && spki) warnOfNames(await chainOf(cms, spki), url);
}
