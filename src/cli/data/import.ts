import { Command } from 'commander';
import { hashClearPasswords } from '../../access/index.js';
import { leaveAuditLog } from '../../audit/index.js';
import { RpcError, type Tree } from '../../data/index.js';
import { replaceStored } from '../../datastore/index.js';
import { openSecrets } from '../../devices/index.js';
import { hidePrivateKeys, KeyVault } from '../../keys/index.js';
import { OUTSIDE_DATASTORE } from '../../node/index.js';
import { describe, ExitCode } from '../exit.js';
import { checkInstance } from '../instance.js';
import { readText } from '../models.js';
import { addDataOptions, type DataFlags, withData } from './options.js';

interface Flags extends DataFlags {
  readonly secretKeyFile?: string;
}

export function importCommand(): Command {
  return addDataOptions(new Command('import'))
    .option('--secret-key-file <file>', 'the key of the secret store, where serve is given one')
    .description('make a document the whole of the stored configuration, once it is found valid')
    .argument('<file>', 'an instance document, JSON or XML; - reads standard input')
    .action((file: string, flags: Flags) =>
      withData(flags, async (offline) => {
        const text = readText(file);
        try {
          const tree = checkInstance(offline.schema, text, text.trimStart().startsWith('<') ? 'xml' : 'json', 'config');
          refuseOwned(tree);
          const { sealing } = await openSecrets({ data: flags.data, keyFile: flags.secretKeyFile });
          const vault = await KeyVault.open(offline.store, sealing);
          const hidden = await hidePrivateKeys(await hashClearPasswords(tree), {
            put: (pairs) => vault.put(pairs),
          });
          const { store, schema } = offline;
          await store.beginWith(leaveAuditLog, () => replaceStored(store, schema, hidden));
          console.log(`${flags.data}: running is now ${file}`);
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          for (const each of error.all) console.error(`${file}: error: ${describe(each)}`);
          console.error(`${flags.data}: nothing was changed`);
          process.exitCode = ExitCode.negative;
        }
      }),
    );
}

/** @throws RpcError for nodes that tasks and contexts keep: they are never part of running */
function refuseOwned(tree: Tree): void {
  const owned = [...tree.children.keys()].find((name) => OUTSIDE_DATASTORE.has(name));
  if (owned === undefined) return;
  throw new RpcError({
    type: 'application',
    tag: 'operation-not-supported',
    path: `/${owned}`,
    message: 'this is no part of running: it is written as a message to a running node',
  });
}
