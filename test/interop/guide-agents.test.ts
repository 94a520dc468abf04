/** docs/guide-agents.md: its files, checked by TypeScript, and its commands, run by a shell as they stand. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { YANGENT } from '../support/build.js';
import { temporaryFolder } from '../support/clean-up.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/guide-agents.md'), 'utf8');

interface Block {
  readonly section: string;
  readonly language: string;
  /** What the reader is told to save it as. */
  readonly file: string | undefined;
  readonly text: string;
}

const blocks = PAGE.split(/^## /m).flatMap((part): Block[] => {
  const section = part.slice(0, part.indexOf('\n'));
  return [...part.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language = '', file, text = '']) => ({
    section,
    language,
    file,
    text,
  }));
});
const files = blocks.filter(({ file }) => file !== undefined);
const commands = (section: string) =>
  blocks.filter((block) => block.section === section && block.language === 'sh').map(({ text }) => text);
const expected = (section: string) =>
  blocks.find((block) => block.section === section && block.language === 'text')?.text;

const folder = temporaryFolder();
const environment: Record<string, string | undefined> = {
  ...process.env,
  YANGENT_STATE: temporaryFolder(),
  NODE_OPTIONS: '',
};
const started: ChildProcess[] = [];
let service: Server;

/** What a person's shell prints. */
async function shell(text: string): Promise<string> {
  const child = spawn('bash', ['-c', text], { cwd: folder, env: environment });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      out += part;
    });
  }
  await once(child, 'close');
  return out.replace(/^npm warn .*\n/gm, '');
}

/** Runs `npx yangent serve …` of the page, on free ports; what it does is then done at `$url`. */
async function serve(line: string): Promise<ChildProcess> {
  const [npx, yangent, ...args] = line.trim().split(' ');
  expect([npx, yangent]).toEqual(['npx', 'yangent']);
  const ports = ['--netconf', '127.0.0.1:0', '--restconf', '127.0.0.1:0'];
  const child = spawn(process.execPath, [YANGENT, ...args, ...ports], { cwd: folder, env: environment });
  started.push(child);
  let out = '';
  await new Promise<void>((resolve, reject) => {
    const take = (part: string) => {
      out += part;
      if (/^ {2}user admin/m.test(out)) resolve();
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('exit', (code) => reject(new Error(`${line} ended with ${code}:\n${out}`)));
  });
  const url = /RESTCONF +(\S+)/.exec(out)?.[1] ?? '';
  const password = readFileSync(join(folder, '.yangent/admin-password'), 'utf8').trim();
  environment.url = url;
  environment.YANGENT_URL = url;
  environment.auth = `--cacert .yangent/restconf-cert.pem --user admin:${password}`;
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** What TypeScript, strict, says to the reader's own files. */
function complaints(names: readonly string[]): string[] {
  const program = ts.createProgram(
    names.map((name) => join(folder, name)),
    {
      strict: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      paths: { yangent: [join(ROOT, 'src/index.ts')] },
      typeRoots: [join(ROOT, 'node_modules/@types')],
      types: ['node'],
    },
  );
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  expect(own.length).toBeGreaterThanOrEqual(names.length);
  return own
    .flatMap((each) => [...program.getSyntacticDiagnostics(each), ...program.getSemanticDiagnostics(each)])
    .map(({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

beforeAll(async () => {
  for (const { file = '', text } of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/yangent'));
  symlinkSync(YANGENT, join(folder, 'node_modules/.bin/yangent'));
  for (const name of ['rxjs', 'tsx', 'typescript', '@types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));

  // The service of the page: it understands one sentence.
  const understood = {
    type: 'measure',
    object: 'edge-1/uplink',
    parameters: { link: 'edge-1/uplink' },
    confidence: 0.9,
  };
  const message = { role: 'assistant', content: JSON.stringify({ understood }) };
  service = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ choices: [{ index: 0, message }] })));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const chat = join(folder, 'chat.json');
  writeFileSync(chat, readFileSync(chat, 'utf8').replace('127.0.0.1:11434', `127.0.0.1:${port}`));
});
afterAll(async () => {
  for (const child of started) await stop(child);
  service?.close();
});

describe('the guide of agents', () => {
  it('gets types from the model, and its files are right for TypeScript', async () => {
    const [generate = ''] = commands('A skill, typed by YANG');
    expect(await shell(generate)).toBe('types/acme-links.ts\ntypes/index.ts\n');
    expect(complaints(files.map(({ file = '' }) => file).filter((file) => file.endsWith('.ts')))).toEqual([]);
  }, 60_000);

  it('has a test that passes', async () => {
    const [test = ''] = commands('Its test');
    expect(await shell(test)).toMatch(/^# pass 1$/m);
  }, 60_000);

  it('runs the agent, which does what it is asked', async () => {
    const [start = '', ask = '', loop = ''] = commands('Run it');
    await serve(start);
    const [show = '', ...tasks] = ask.trim().split('\n');
    expect(await shell(show)).toMatch(/reroute +leads the traffic of a link another way/);
    const [words = '', input = '', negotiate = ''] = tasks;
    expect(await shell(words)).toContain('edge-1/uplink: -61.5 dBm');
    expect(await shell(input)).toMatch(/sample 8 of 8[\s\S]*edge-1\/uplink: -61\.5 dBm/);
    expect(await shell(negotiate)).toMatch(/links of the core are not mine|reroute an edge link/);
    expect(await shell(loop)).toMatch(/"outcome":"succeeded"/);
  }, 120_000);

  it('gives it tasks from a program', async () => {
    const [run = ''] = commands('Give it tasks from a program');
    expect(await shell(run)).toBe(expected('Give it tasks from a program'));
  }, 60_000);

  it('attaches an agent that is curl', async () => {
    const [attach = ''] = commands('Attach one in any language');
    const out = await shell(attach);
    expect(out).toMatch(/completed/);
    expect(out).toMatch(/-61 dBm\s*$/);
  }, 60_000);

  it('speaks with it in messages of the draft alone', async () => {
    const [speak = ''] = commands('Speak the draft alone');
    expect(await shell(speak)).toMatch(/"id":"[^"]+-result","data":"-61 dBm at 1550 nm"\}\]\}\s*$/);
  }, 60_000);

  it('has a service read free text', async () => {
    for (const child of started.splice(0)) await stop(child);
    const [lines = ''] = commands('Free text');
    const [start = '', ask = ''] = lines.trim().split('\n');
    await serve(start);
    expect(await shell(ask)).toContain('edge-1/uplink: -61.5 dBm');
  }, 60_000);

  it('shows what a mistake looks like', async () => {
    for (const child of started.splice(0)) await stop(child);
    const [wrong = ''] = commands('Mistakes');
    expect(await shell(wrong)).toBe(expected('Mistakes'));
  }, 60_000);

  it('has no command that is not run here', () => {
    const sections = new Set(blocks.filter(({ language }) => language === 'sh').map(({ section }) => section));
    expect([...sections]).toEqual([
      'A skill, typed by YANG',
      'Its test',
      'Run it',
      'Give it tasks from a program',
      'Attach one in any language',
      'Speak the draft alone',
      'Free text',
      'Mistakes',
    ]);
  });
});
