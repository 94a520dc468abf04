// Writes src/generated/ from the models; with --check says instead what is stale.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateTypes } from '../src/bindings/index.js';
import { compile, directories } from '../src/yang/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}src/generated/`;
const modules = [
  'irtf-agent',
  'yangent-access',
  'yangent-audit',
  'yangent-agents',
  'yangent-contexts',
  'yangent-tasks',
  'yangent-devices',
  'yangent-identity',
  'yangent-keys',
  'ietf-keystore',
  'ietf-truststore',
  'yangent-sessions',
  'yangent-peers',
  'yangent-loops',
  'yangent-workflows',
];

const schema = compile({ sources: directories([`${root}yang`, `${root}yang/ietf`]), implement: modules });
const files = new Map(
  generateTypes(schema, modules, { madeBy: 'npm run generate', providers: true }).map(({ file, text }) => [file, text]),
);
const present = existsSync(out) ? readdirSync(out) : [];

if (process.argv.includes('--check')) {
  const stale = [...files]
    .filter(([file, text]) => !present.includes(file) || readFileSync(out + file, 'utf8') !== text)
    .map(([file]) => file);
  const extra = present.filter((file) => !files.has(file));
  if (stale.length + extra.length > 0) {
    console.error(
      `src/generated is not what the models say (${[...stale, ...extra].join(', ')}); run "npm run generate"`,
    );
    process.exit(1);
  }
  console.log(`${files.size} files as the models say`);
} else {
  mkdirSync(out, { recursive: true });
  for (const file of present) if (!files.has(file)) rmSync(out + file);
  for (const [file, text] of files) writeFileSync(out + file, text);
  console.log(`${files.size} files written to src/generated`);
}
