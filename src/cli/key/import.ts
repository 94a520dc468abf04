import { Command, Option } from 'commander';
import { readPrivateKeyText } from '../../keys/index.js';
import { UsageError } from '../../node/index.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { certified, reading, warnOfNames } from './certificate.js';
import { CERTIFICATE, isCertified, keyEdit, PURPOSE_NAMES, purposesOf, requireFree, useEdit } from './paths.js';

interface Flags extends TargetFlags {
  readonly certificate?: string;
  readonly use?: string;
  readonly replace?: boolean;
}

export function importCommand(): Command {
  return addTargetOptions(new Command('import'))
    .description('give the node a private key from a file, which it hides')
    .argument('<name>', 'name of the key in the keystore')
    .argument('<file>', 'the private key in PEM or in the form of OpenSSH, without passphrase')
    .option('--certificate <file>', 'its certificate in PEM, with those that certify it')
    .addOption(new Option('--use <purpose>', 'use it at once').choices([...PURPOSE_NAMES]))
    .option('--replace', 'replace a key of this name, also one that is in use')
    .action(async (name: string, file: string, flags: Flags) => {
      const { use, replace } = flags;
      if (use !== undefined && isCertified(use) && flags.certificate === undefined)
        throw new UsageError(`the key for ${use} needs a certificate; name its file with --certificate`);
      const { pkcs8, spki } = await reading(file, readPrivateKeyText);
      const certificate =
        flags.certificate === undefined ? undefined : await reading(flags.certificate, (pem) => certified(pem, spki));
      const entry = {
        'private-key-format': 'ietf-crypto-types:one-asymmetric-key-format',
        'cleartext-private-key': pkcs8.toString('base64'),
        ...(certificate && {
          certificates: { certificate: [{ name: CERTIFICATE, 'cert-data': certificate.cms.toString('base64') }] },
        }),
      };
      await withNode(flags, async (node, { url }) => {
        await requireFree(node, name, replace);
        const used = use === undefined ? [] : [useEdit(use, name, isCertified(use) ? CERTIFICATE : undefined)];
        await node.yangPatch('/', [keyEdit(name, entry, replace), ...used]);
        if (certificate && use !== undefined) warnOfNames(certificate.chain, url);
        const purposes = (await purposesOf(node, name)).map((purpose) => `, and in use for ${purpose}`);
        console.log(`key ${name} is in the keystore${purposes.join('')}`);
      });
    });
}
