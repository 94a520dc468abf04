/** What the wire fuzz is made of: parts, each of which makes inputs from a seed and judges what becomes of them. */
import type { Endpoints } from '../../support/node.js';
import { Random } from '../random.js';

/** One input: where it stands in its part's row, and the numbers that it is made from. */
export interface Input {
  readonly index: number;
  readonly random: Random;
}

export interface Fuzzer {
  /** Judges these inputs. @throws Fault for the first that is not taken as it must be */
  check(inputs: readonly Input[]): void | Promise<void>;
  end?(): void | Promise<void>;
}

export interface Part {
  readonly about: string;
  /** Whether a node is needed, or only the parsers of this process. */
  readonly over: 'parsers' | 'sockets';
  /** Inputs of each thousand that are this part's. */
  readonly share: number;
  /** Inputs that are judged at one go. */
  readonly batch: number;
  /** @param node only there for a part over sockets */
  start(node: Endpoints): Fuzzer | Promise<Fuzzer>;
}

/** An input that was not taken as it must be. */
export class Fault extends Error {
  constructor(
    readonly index: number,
    input: string | Buffer,
    cause: unknown,
  ) {
    super(`input ${index}: ${reasonOf(cause)}\n${literal(input)}`, { cause });
  }
}

/** Milliseconds that parsers may take for an input; a larger part of it than this machine's other work should ever be. */
const PARSER_TIME = 3_000;

/** A part that asks parsers: `make` an input, `show` it where it fails, `check` that it is taken or refused properly. */
export function parserFuzzer<T>(o: {
  make(random: Random): T;
  show(input: T): string | Buffer;
  check(input: T): void;
}): Fuzzer {
  return {
    check(inputs) {
      for (const { index, random } of inputs) {
        const input = o.make(random);
        const begun = performance.now();
        try {
          o.check(input);
        } catch (error) {
          throw new Fault(index, o.show(input), error);
        }
        const took = performance.now() - begun;
        if (took > PARSER_TIME) throw new Fault(index, o.show(input), `took ${Math.round(took)} ms`);
      }
    },
  };
}

/** The inputs of a part from one place in its row on: the same for the same seed, however they are cut into batches. */
export function inputsOf(part: string, seed: number, from: number, count: number): Input[] {
  const base = [...part].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
    seed ^ 0x811c9dc5,
  );
  return Array.from({ length: count }, (_, n) => {
    const index = from + n;
    return { index, random: new Random(Math.imul(base ^ Math.imul(index, 0x9e3779b1), 0x85ebca6b)) };
  });
}

/** As an expression that gives the input back. */
function literal(input: string | Buffer): string {
  return typeof input === 'string' ? JSON.stringify(input) : `Buffer.from('${input.toString('base64')}', 'base64')`;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
