/** Parsers of option values of the commands for workflows. */
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { isObject, messageOf } from '../../data/index.js';

/** Parses an object in JSON; `-` reads it from standard input. */
export function parseObject(value: string): Readonly<Record<string, unknown>> {
  const parsed = parse(value === '-' ? readFileSync(0, 'utf8') : value);
  if (isObject(parsed)) return parsed;
  throw new InvalidArgumentError('It must be a JSON object, e.g. \'{"site":"north"}\'.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON: ${messageOf(error)}.`);
  }
}

export interface Label {
  readonly name: string;
  readonly value: string;
}

/** Parses `name=value`, and adds it to those before. */
export function parseLabel(text: string, before: readonly Label[] = []): readonly Label[] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('It must be NAME=VALUE, e.g. site=north.');
  return [...before, { name: text.slice(0, equals), value: text.slice(equals + 1) }];
}
