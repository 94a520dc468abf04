/** A guide whose files are saved as it says, checked by TypeScript, and whose commands are run by a shell as they stand. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect } from 'vitest';
import { YANGENT } from './build.js';
import { temporaryFolder } from './clean-up.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Block {
  readonly section: string;
  readonly language: string;
  /** What the reader is told to save it as. */
  readonly file: string | undefined;
  readonly text: string;
}

export class Guide {
  readonly folder = temporaryFolder();
  /** Of the commands. */
  readonly environment: Record<string, string | undefined> = {
    ...process.env,
    YANGENT_STATE: temporaryFolder(),
    NODE_OPTIONS: '',
  };
  readonly #blocks: readonly Block[];
  readonly #started: ChildProcess[] = [];
  /** The folder of the node that was started last. */
  #data = '.yangent';

  /** @param page path from the root of the project */
  constructor(page: string) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    this.#blocks = text.split(/^## /m).flatMap((part): Block[] => {
      const section = part.slice(0, part.indexOf('\n'));
      return [...part.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
        ([, language = '', file, content = '']) => ({ section, language, file, text: content }),
      );
    });
    this.#save();
  }

  /** The TypeScript files of the page. */
  get programs(): readonly string[] {
    return this.#blocks.flatMap(({ file }) => (file?.endsWith('.ts') ? [file] : []));
  }

  /** The sections that have commands. */
  get sections(): readonly string[] {
    return [...new Set(this.#blocks.filter(({ language }) => language === 'sh').map(({ section }) => section))];
  }

  commands(section: string): readonly string[] {
    return this.#blocks.filter((block) => block.section === section && block.language === 'sh').map(({ text }) => text);
  }

  /** What the page says that a command of the section prints. */
  expected(section: string): string | undefined {
    return this.#blocks.find((block) => block.section === section && block.language === 'text')?.text;
  }

  #save(): void {
    for (const { file, text } of this.#blocks) {
      if (file === undefined) continue;
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      writeFileSync(join(this.folder, file), text);
    }
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }');
    mkdirSync(join(this.folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(ROOT, join(this.folder, 'node_modules/yangent'));
    symlinkSync(YANGENT, join(this.folder, 'node_modules/.bin/yangent'));
    for (const name of ['jose', 'rxjs', 'tsx', 'typescript', '@types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(this.folder, 'node_modules', name));
  }

  /** What a person's shell prints. */
  async shell(text: string): Promise<string> {
    const child = spawn('bash', ['-c', text], { cwd: this.folder, env: this.environment });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        out += part;
      });
    }
    await once(child, 'close');
    return out.replace(/^npm warn .*\n/gm, '');
  }

  /** Runs `npx yangent serve …` of the page, on free ports; what it does is then done at `$url`, and over NETCONF at `$port`. */
  async serve(line: string): Promise<string> {
    const [npx, yangent, ...args] = line.trim().split(' ');
    expect([npx, yangent]).toEqual(['npx', 'yangent']);
    const data = args.indexOf('--data');
    if (data >= 0) this.#data = args[data + 1] ?? this.#data;
    const ports = ['--netconf', '127.0.0.1:0', '--restconf', '127.0.0.1:0'];
    const child = spawn(process.execPath, [YANGENT, ...args, ...ports], { cwd: this.folder, env: this.environment });
    this.#started.push(child);
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
    this.environment.url = url;
    this.environment.YANGENT_URL = url;
    this.environment.port = /NETCONF +\S+:(\d+)/.exec(out)?.[1];
    this.environment.auth = `--cacert ${this.#data}/restconf-cert.pem --user admin:${this.password}`;
    return url;
  }

  /** Of the user `admin`. */
  get password(): string {
    return readFileSync(join(this.folder, this.#data, 'admin-password'), 'utf8').trim();
  }

  /** Ends what serves. */
  async stop(): Promise<void> {
    for (const child of this.#started.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
  }

  /** What TypeScript, strict, says to the reader's own files. */
  complaints(names: readonly string[] = this.programs): string[] {
    const program = ts.createProgram(
      names.map((name) => join(this.folder, name)),
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
    const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(this.folder));
    expect(own.length).toBeGreaterThanOrEqual(names.length);
    return own
      .flatMap((each) => [...program.getSyntacticDiagnostics(each), ...program.getSemanticDiagnostics(each)])
      .map(({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
}
