// Writes src/generated/ from the models, and the JSON Schemas of documents; with --check says instead what is stale.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateJsonSchemas, generateTypes } from '../src/bindings/index.js';
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
/** Documents that programs besides yangent read. */
const documents = new Map(
  generateJsonSchemas(schema, ['yangent-workflows']).flatMap(({ file, text }) =>
    file.endsWith('.structure.schema.json')
      ? [[`${root}docs/agent-task-${file.split('.')[1]}.schema.json`, text] as const]
      : [],
  ),
);
const present = existsSync(out) ? readdirSync(out) : [];

if (process.argv.includes('--check')) {
  const stale = [...files]
    .filter(([file, text]) => !present.includes(file) || readFileSync(out + file, 'utf8') !== text)
    .map(([file]) => file);
  for (const [file, text] of documents)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) stale.push(file.slice(root.length));
  const extra = present.filter((file) => !files.has(file));
  if (stale.length + extra.length > 0) {
    console.error(
      `what is generated is not what the models say (${[...stale, ...extra].join(', ')}); run "npm run generate"`,
    );
    process.exit(1);
  }
  console.log(`${files.size} files as the models say`);
} else {
  mkdirSync(out, { recursive: true });
  for (const file of present) if (!files.has(file)) rmSync(out + file);
  for (const [file, text] of files) writeFileSync(out + file, text);
  for (const [file, text] of documents) writeFileSync(file, text);
  console.log(`${files.size} files written to src/generated, ${documents.size} to docs`);
}
