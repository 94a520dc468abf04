import { Command } from 'commander';
import { encodeJson, RpcError } from '../../data/index.js';
import { decodeStored, readStored } from '../../datastore/index.js';
import { UsageError } from '../../node/index.js';
import { describe } from '../exit.js';
import { addForceOption, type OutFileFlags, writeOutFile } from '../out-file.js';
import { addDataOptions, type DataFlags, withData } from './options.js';

interface Flags extends DataFlags, OutFileFlags {
  readonly knownOnly?: boolean;
}

export function exportCommand(): Command {
  return addDataOptions(addForceOption(new Command('export')))
    .description('write the stored configuration as JSON (RFC 7951); it need not be valid')
    .argument('[file]', 'written with mode 0600; without it, standard output')
    .option('--known-only', 'leave out what the present models do not know')
    .action((file: string | undefined, flags: Flags) =>
      withData(flags, async (offline) => {
        const stored = await readStored(offline.store);
        const text = `${encodeJson(read(), { pretty: true })}\n`;
        if (file === undefined) process.stdout.write(text);
        else {
          writeOutFile(file, text, flags, 0o600);
          console.error(`${file}: version ${stored.version.number} of ${flags.data}`);
        }

        function read() {
          try {
            return decodeStored(offline.schema, stored, flags.knownOnly ? { onlyKnown: true } : {});
          } catch (error) {
            if (!(error instanceof RpcError)) throw error;
            throw new UsageError(`${unreadable(error)}\n${flags.knownOnly ? HINT : KNOWN_ONLY_HINT}`);
          }
        }
      }),
    );
}

const HINT = 'Give the models it was written under with --yang and --plugin.';
const KNOWN_ONLY_HINT = `${HINT} Or leave out what is unknown with --known-only.`;

function unreadable(error: RpcError): string {
  return `what is stored cannot be read with these models:\n${error.all.map((each) => `  ${describe(each)}`).join('\n')}`;
}
