import { Command } from 'commander';
import { addTargetOptions, child, entries, type Members, type TargetFlags, text, withNode } from '../remote/index.js';
import { table } from '../terminal/index.js';
import { activeKeys, certificatesOf, keystoreOf } from './paths.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the keys in use, those that follow and came before, and those of the keystore')
    .option('--json', 'print them as one JSON document')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const active = await activeKeys(node);
        const stored = await keystoreOf(node);
        if (flags.json) {
          console.log(JSON.stringify({ active, keystore: stored }));
          return;
        }
        console.log(table(HEADINGS, active.flatMap(rowsOf)));
        if (stored.length > 0) console.log(`\n${table(STORED_HEADINGS, stored.map(storedRow))}`);
      }),
    );
}

const HEADINGS = ['PURPOSE', 'KEY', 'ALGORITHM', 'STATE', 'FINGERPRINT'];
const STORED_HEADINGS = ['KEYSTORE', 'ALGORITHM', 'PRIVATE KEY', 'CERTIFICATES', 'THUMBPRINT'];
/** Characters of a SHA-256 fingerprint of a certificate. */
const WIDEST = 95;

function rowsOf(entry: Members) {
  const row = (members: Members, state: string) => [
    text(entry, 'purpose') ?? '',
    text(members, 'asymmetric-key') ?? 'own',
    text(members, 'algorithm') ?? '',
    state,
    { text: text(members, 'fingerprint') ?? '', most: WIDEST },
  ];
  const next = child(entry, 'next');
  return [
    row(entry, `in use since ${text(entry, 'since') ?? ''}`),
    ...(text(next, 'thumbprint') === undefined ? [] : [row(next, `to be used from ${text(next, 'from') ?? ''}`)]),
    ...entries(entry, 'previous').map((each) => row(each, `shown until ${text(each, 'until') ?? ''}`)),
  ];
}

function storedRow(entry: Members) {
  return [
    text(entry, 'name') ?? '',
    text(entry, 'yangent-keys:algorithm') ?? '',
    entry['yangent-keys:available'] === true ? 'here' : 'not here',
    certificatesOf(entry).join(' '),
    text(entry, 'yangent-keys:thumbprint') ?? '',
  ];
}
