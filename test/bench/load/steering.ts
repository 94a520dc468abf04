/** The side of a load process that is steered: what it is told, and how it answers. */
import { createInterface } from 'node:readline';

/** Milliseconds since 1970, with fractions: comparable between the processes of one machine. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}

/** One answer, read by `SteeredLoad.next`. */
export function answer(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** The options it was started with. */
export function options<Options>(): Options {
  return JSON.parse(process.argv[2] ?? '{}');
}

/** Calls the step of each word that comes on standard input; the process ends with its input. */
export function followSteps(steps: Readonly<Record<string, () => void>>): void {
  createInterface(process.stdin)
    .on('line', (word) => {
      const step = Object.hasOwn(steps, word) ? steps[word] : undefined;
      if (!step) throw new Error(`there is no step "${word}"`);
      step();
    })
    .on('close', () => process.exit(0));
}
