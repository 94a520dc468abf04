import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, text, withNode } from '../remote/index.js';
import { certified, reading, warnOfNames } from './certificate.js';
import { CERTIFICATE, KEYSTORE, keyNamed, purposesOf } from './paths.js';

interface Flags extends TargetFlags {
  readonly name: string;
}

export function certificateCommand(): Command {
  return addTargetOptions(new Command('certificate'))
    .description('give a key of the keystore a certificate, or the renewed one in place of that before')
    .argument('<name>', 'name of the key in the keystore')
    .argument('<file>', 'its certificate in PEM, with those that certify it')
    .option('--name <name>', 'name of the certificate', CERTIFICATE)
    .action((key: string, file: string, flags: Flags) =>
      withNode(flags, async (node, { url }) => {
        const spki = Buffer.from(text(await keyNamed(node, key), 'public-key') ?? '', 'base64');
        const { cms, chain } = await reading(file, (pem) => certified(pem, spki));
        const path = `${KEYSTORE}/asymmetric-keys/asymmetric-key=${encodeURIComponent(key)}/certificates`;
        const certificate = { name: flags.name, 'cert-data': cms.toString('base64') };
        await node.put(`${path}/certificate=${encodeURIComponent(flags.name)}`, {
          'ietf-keystore:certificate': [certificate],
        });
        const purposes = await purposesOf(node, key);
        if (purposes.includes('tls-server')) warnOfNames(chain, url);
        console.log(`key ${key} has the certificate ${flags.name}`);
      }),
    );
}
