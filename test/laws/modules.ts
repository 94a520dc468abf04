/** Three small modules: one with nodes of all kinds, one that augments it, one with annotations. */
import { compile, type Schema } from '../../src/yang/index.js';
import { METADATA } from '../data/support.js';
import { statement } from '../fuzz/model/types.js';
import { type Draft, printStatement } from '../fuzz/print-statement.js';
import { NodeWriter } from './nodes.js';
import type { Tape } from './tape.js';

export interface ModuleText {
  readonly name: string;
  readonly text: string;
}

const identity = (name: string, ...bases: string[]): Draft =>
  statement('identity', name, ...bases.map((base) => statement('base', base)));

function moduleText(name: string, prefix: string, ...statements: Draft[]): ModuleText {
  const head = [statement('yang-version', '1.1'), statement('namespace', `urn:${name}`), statement('prefix', prefix)];
  return { name, text: printStatement(statement('module', name, ...head, ...statements)) };
}

const imported = (name: string, prefix: string): Draft => statement('import', name, statement('prefix', prefix));
const annotation = (name: string, type: Draft): Draft => statement('md:annotation', name, type);

/** Its prefix is that of the first module: values that name both have to tell them apart. */
const NOTES = moduleText(
  'notes',
  'm',
  imported('ietf-yang-metadata', 'md'),
  imported('m', 'mm'),
  identity('id-a', 'mm:base-id'),
  annotation('text', statement('type', 'string')),
  annotation('level', statement('type', 'int64')),
  annotation('kind', statement('type', 'identityref', statement('base', 'mm:base-id'))),
  annotation('mark', statement('type', 'empty')),
);

/** The modules in the order in which they refer to each other. */
export function modules(tape: Tape): readonly ModuleText[] {
  const writer = new NodeWriter(tape);
  const top = writer.top('m', 'top');
  const state = tape.oneIn(2) ? [writer.top('m', 'state', false)] : [];
  const main = moduleText(
    'm',
    'm',
    identity('base-id'),
    identity('id-a', 'base-id'),
    identity('id-b', 'id-a'),
    top,
    ...state,
  );
  const augments = writer.augments('x');
  const second = moduleText(
    'x',
    'm1',
    imported('m', 'm'),
    identity('id-a', 'm:base-id'),
    identity('id-c', 'm:id-b'),
    ...augments,
    ...writer.topLevel('x'),
  );
  return [{ name: 'ietf-yang-metadata', text: METADATA }, main, second, NOTES];
}

export function compiled(texts: readonly ModuleText[]): Schema {
  const find = (wanted: string) => {
    const found = texts.find(({ name }) => name === wanted);
    return found && { file: `${found.name}.yang`, text: found.text };
  };
  return compile({ sources: { find }, implement: texts.map(({ name }) => name) });
}
