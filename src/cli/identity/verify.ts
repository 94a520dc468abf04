import { Command } from 'commander';
import { ExitCode } from '../exit.js';
import { addTargetOptions, type Members, membersOf, type TargetFlags, text, texts, withNode } from '../remote/index.js';
import { smallText } from '../small-file.js';
import { labelled } from '../terminal/index.js';

interface Flags extends TargetFlags {
  readonly nonce?: string;
  readonly json?: boolean;
}

export function verifyCommand(): Command {
  return addTargetOptions(new Command('verify'))
    .description('let the node verify a document: a DID document, an agent description or card, a credential')
    .argument('<file>', 'the document')
    .option('--nonce <text>', 'the text that its proof must answer')
    .option('--json', 'print the verdict as one JSON document')
    .addHelpText('after', '\nThe exit code is 0 for a valid document, else 1.')
    .action(async (file: string, flags: Flags) => {
      const document = smallText(file);
      await withNode(flags, async (node) => {
        const { nonce } = flags;
        const input = { document, ...(nonce === undefined ? {} : { nonce }) };
        const verdict = membersOf(await node.invoke('yangent-identity:verify', input));
        console.log(flags.json ? JSON.stringify(verdict) : verdictText(verdict));
        if (text(verdict, 'verdict') !== 'valid') process.exitCode = ExitCode.negative;
      });
    });
}

function verdictText(verdict: Members): string {
  return labelled([
    ['verdict', text(verdict, 'verdict')],
    ['kind', text(verdict, 'kind')],
    ['issuer', text(verdict, 'issuer')],
    ['subject', text(verdict, 'subject')],
    ['types', texts(verdict, 'type').join(', ')],
    ['reason', texts(verdict, 'reason').join('\n')],
  ]);
}
