/** Reads a password or secret without leaving a trace: never from an argument, never echoed. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Maximum number of characters: more than any secret has. */
const ENOUGH = 1 << 20;

/**
 * Reads standard input to its end without its last line end, or, on a terminal, one line without echo.
 * @param label the name of the value, for the prompt on a terminal
 */
export async function readUnseen(label: string): Promise<string> {
  return process.stdin.isTTY ? typed(label) : (await given()).replace(/\r?\n$/, '');
}

async function given(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > ENOUGH) break;
  }
  return text;
}

async function typed(label: string): Promise<string> {
  process.stderr.write(`${label} (not shown): `);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
