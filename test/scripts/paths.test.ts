/** Paths of the models that stand in code as text lead somewhere: a node that is renamed in YANG is found here, where no type tells. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { compile, directories, type Schema, type SchemaNode } from '../../src/yang/index.js';
import { IETF, OWN_MODULES, YANG } from '../yang-modules/modules.js';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const PATH = /^\/(?:irtf-agent|yangent-[a-z]+):[^\s,;]+/;

interface Found {
  readonly place: string;
  /** Without predicates; a step that is made at run time is `*`. */
  readonly steps: readonly string[];
}

function pathsIn(file: string): Found[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    const path = text === undefined ? undefined : PATH.exec(text.replace(/\[[^\]]*\]/g, ''))?.[0];
    if (path !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${relative(SRC, file)}:${line + 1} ${path}`, steps: path.split('/').slice(1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.templateSpans.reduce((text, { literal }) => `${text}*${literal.text}`, node.head.text);
}

function actionsBelow(node: SchemaNode): readonly SchemaNode[] {
  const own = 'actions' in node ? [...node.actions.values()] : [];
  const inner = 'data' in node ? [...node.data.values()] : [];
  return [...own, ...inner.flatMap(actionsBelow)];
}

/** True when the steps lead to a node; behind a step that is not known here nothing is asked. */
function leads(schema: Schema, [first = '', ...rest]: readonly string[]): boolean {
  if (first.includes('*')) return true;
  // Errors in the input of an action name the action without its instance.
  const actions = [...schema.root.data.values()].flatMap(actionsBelow).filter(({ qname }) => qname === first);
  const tops = [schema.root.data.get(first), schema.rpcs.get(first), schema.notifications.get(first), ...actions];
  return tops.some((top) => top !== undefined && below(top, rest));
}

function below(node: SchemaNode, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined || step === '' || step.includes('*')) return true;
  const name = step.includes(':') ? step : `${node.module.name}:${step}`;
  const within = node.kind === 'rpc' || node.kind === 'action' ? [node.input, node.output] : [node];
  if (node.kind === 'rpc' && (step === 'input' || step === 'output')) return below(node[step], rest);
  return within.some((each) => {
    const data = 'data' in each ? each.data.get(name) : undefined;
    const action = 'actions' in each ? each.actions.get(name) : undefined;
    const next = data ?? action;
    return next !== undefined && below(next, rest);
  });
}

it('every path in the code leads to a node of the models', () => {
  const schema = compile({
    sources: directories([YANG, IETF]),
    implement: OWN_MODULES.map(({ name }) => name).filter((name) => name !== 'irtf-agent-strict'),
  });
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated/'))
    .map((file) => join(SRC, file));
  const paths = files.flatMap(pathsIn);
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter(({ steps }) => !leads(schema, steps)).map(({ place }) => place)).toEqual([]);
}, 120_000);
