/** The files of a new agent: those of examples/first-agent under other names, and the files that npm and TypeScript need. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../data/index.js';
import { type Members, membersOf, textOf } from '../../data/rfc7951/members.js';
import { packageDirectory } from '../../node/index.js';
import { dependencyOn } from './dependency.js';
import { variable } from './names.js';

export interface AgentPlan {
  readonly name: string;
  readonly skill: string;
  readonly loop: boolean;
  readonly language: 'ts' | 'js';
  /** Folder of the new agent. */
  readonly directory: string;
}

/** File texts by path. */
export type Files = ReadonlyMap<string, string>;

export function agentFiles(plan: AgentPlan): Files {
  const root = packageDirectory('examples/first-agent');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  const wanted = names.sort().filter((name) => plan.loop || !isOfLoop(name));
  const files = new Map(
    wanted.map((name): [string, string] => [
      renamed(name.replaceAll('\\', '/'), plan),
      renamed(withoutLoop(readFileSync(join(root, name), 'utf8'), plan), plan),
    ]),
  );
  files.set('package.json', json(packageOf(plan, [...files.keys()])));
  if (plan.language === 'ts') files.set('tsconfig.json', json(TSCONFIG));
  files.set('.gitignore', 'node_modules/\n.yangent/\n');
  return files;
}

function isOfLoop(text: string): boolean {
  return /watch-?port/i.test(text);
}

/** Removes all lines about the loop, for an agent without one. */
function withoutLoop(text: string, { loop }: AgentPlan): string {
  if (loop) return text;
  return text
    .split('\n')
    .filter((line) => !isOfLoop(line))
    .join('\n');
}

/** Replaces the names. The files are valid JavaScript too, because TypeScript infers all types: only the file ending changes. */
function renamed(text: string, { name, skill, language }: AgentPlan): string {
  const own = language === 'ts' ? text : text.replace(/\.ts\b/g, '.js');
  return own.replaceAll('check-port', skill).replaceAll('checkPort', variable(skill)).replaceAll('first-agent', name);
}

function packageOf({ name, language, loop, directory }: AgentPlan, files: readonly string[]): object {
  const own = ownPackage();
  const tools = membersOf(own, 'devDependencies');
  const tests = files.filter((file) => file.includes('.test.'));
  const run = language === 'ts' ? 'node --import tsx --test' : 'node --test';
  const serve = `yangent serve --agent agent.${language} --profile noc.json`;
  return {
    name: name.toLowerCase(),
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: own.engines,
    scripts: {
      start: serve,
      dev: `${serve} --watch`,
      test: `${run} ${tests.join(' ')}`,
      ...(language === 'ts' && { types: 'tsc' }),
    },
    dependencies: {
      ...(loop && { rxjs: membersOf(own, 'dependencies').rxjs }),
      yangent: dependencyOn(textOf(own, 'version') ?? '', directory),
    },
    ...(language === 'ts' && { devDependencies: Object.fromEntries(TOOLS.map((tool) => [tool, tools[tool]])) }),
  };
}

const TOOLS = ['@types/node', 'tsx', 'typescript'];

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023'],
    types: ['node'],
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['**/*.ts'],
};

function ownPackage(): Members {
  const own: unknown = JSON.parse(readFileSync(packageDirectory('package.json'), 'utf8'));
  return isObject(own) ? own : {};
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
