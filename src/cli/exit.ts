import { messageOf, RpcError } from '../data/index.js';
import { UsageError } from '../node/index.js';
import { YangErrors } from '../yang/index.js';
import { paintFor } from './paint.js';
import { indented } from './terminal/index.js';
import { describeYangErrors } from './yang-errors.js';

/** Exit codes of every command. */
export const ExitCode = { ok: 0, negative: 1, usage: 2 } as const;

/** Prints an error on standard error, in terms of a network engineer, and returns the exit code. */
export function report(error: unknown): number {
  if (error instanceof YangErrors) {
    console.error(describeYangErrors(error.errors, paintFor(process.stderr)));
    return ExitCode.negative;
  }
  if (error instanceof RpcError) {
    for (const each of error.all) console.error(describe(each));
    return ExitCode.negative;
  }
  if (error instanceof UsageError) {
    console.error(`yangent: ${error.message}`);
    return ExitCode.usage;
  }
  console.error(indented(`yangent: ${messageOf(error)}`));
  if (process.env.YANGENT_DEBUG && error instanceof Error) console.error(error.stack);
  return ExitCode.negative;
}

/** Returns a protocol error as text. Further lines of a message are indented: they may come from other parties. */
export function describe(error: RpcError): string {
  const where = error.path ? `${error.path}: ` : '';
  const tag = error.appTag ? `${error.tag}, ${error.appTag}` : error.tag;
  return indented(`${where}${error.message} (${tag})`);
}
