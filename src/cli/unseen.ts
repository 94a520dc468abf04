/** Reads a password or secret without leaving a trace: never from an argument, never echoed. */
import { isUtf8 } from 'node:buffer';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../node/index.js';

/** Maximum number of octets: more than any secret has. */
const ENOUGH = 1 << 20;

/**
 * Reads standard input to its end without its last line end, or, on a terminal, one line without echo.
 * @param label the name of the value, for the prompt on a terminal
 * @throws UsageError for what is no UTF-8: replaced octets would make different values one
 */
export async function readUnseen(label: string): Promise<string> {
  return process.stdin.isTTY ? typed(label) : (await given()).replace(/\r?\n$/, '');
}

async function given(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const octets = Buffer.from(chunk);
    chunks.push(octets);
    size += octets.length;
    if (size > ENOUGH) throw new UsageError(`standard input has more than ${ENOUGH} octets, which no secret has`);
  }
  const octets = Buffer.concat(chunks);
  if (!isUtf8(octets)) throw new UsageError('standard input has octets that are no UTF-8; nothing is changed');
  return octets.toString();
}

async function typed(label: string): Promise<string> {
  process.stderr.write(`${label} (not shown): `);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    const line = await lines.question('');
    // The terminal's octets are decoded already; each that is no UTF-8 has become this character.
    if (line.includes('\ufffd')) throw new UsageError('the terminal sent octets that are no UTF-8; nothing is changed');
    return line;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
