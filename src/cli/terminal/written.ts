/**
 * Writes a line to standard output. Resolves with true when it is written, with false when nobody reads there any more, as in
 * `yangent … | head`.
 */
export function written(line: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(`${line}\n`, (error) => resolve(!error));
  });
}
