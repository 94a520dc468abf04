import { Command } from 'commander';
import { UsageError } from '../../node/index.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { tokenIn } from './file.js';

interface Flags extends TargetFlags {
  readonly id?: string;
  readonly issuer?: string;
}

export function revokeCommand(): Command {
  return addTargetOptions(new Command('revoke'))
    .description('revoke a token, with all that were made from it')
    .argument('[file]', 'the token, - for standard input')
    .option('--id <jti>', 'its identifier, in place of the token: for its user, and administrators')
    .option('--issuer <issuer>', 'the issuer that gave the identifier; default: this node')
    .action((file: string | undefined, { id, issuer, ...flags }: Flags) => {
      const input = named(file, id, issuer);
      return withNode(flags, async (node) => {
        await node.invoke('yangent-access:revoke-token', input);
        console.log('the token is revoked, and all that were made from it');
      });
    });
}

/** Returns the input of the rpc. @throws UsageError unless the token is named in one way */
function named(file: string | undefined, id: string | undefined, issuer: string | undefined): object {
  if (file !== undefined && id === undefined && issuer === undefined) return { token: tokenIn(file) };
  if (file === undefined && id !== undefined) return { 'token-id': id, ...(issuer === undefined ? {} : { issuer }) };
  throw new UsageError('name the token by its file, or by --id, with --issuer where another issuer gave it');
}
