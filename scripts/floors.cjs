/** Makes rules of dependency-cruiser out of the tables in `.dependency-cruiser.cjs`, and out of the folders on disk. */
const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path').posix;

const SOURCES = 'src';
/** Files that know all of their room; no stage imports them. */
const TOPS = 'index create';

/** Makes one rule a room: its files import rooms below it only. */
function rooms(table) {
  return Object.entries(table).map(([room, below]) => ({
    name: `floor-${room}`,
    comment: `${room} may import only: ${below.join(', ') || 'nothing'}`,
    severity: 'error',
    from: { path: `^${SOURCES}/${room}/` },
    to: { path: `^${SOURCES}/`, pathNot: `^${SOURCES}/(${[room, ...below].join('|')})/` },
  }));
}

/** Makes one rule a stage of a room, and one for files that are in no stage. @param stages rows of name, files, stages below */
function inside(room, stages) {
  const named = stages.map(([, files]) => files).filter((files) => files !== '*');
  const paths = new Map(stages.map(([stage, files]) => [stage, pathsOf(room, files, named)]));
  const ofStages = stages.map(([stage, , below]) => ({
    name: `${room}-${stage}`,
    comment: `${stage} of ${room} may import of it only: ${below || 'nothing'}`,
    severity: 'error',
    from: { path: paths.get(stage) },
    to: {
      path: `^${SOURCES}/${room}/`,
      pathNot: wordsOf(`${stage} ${below}`).flatMap((each) => found(paths, each, room)),
    },
  }));
  const ofOthers = {
    name: `${room}-without-stage`,
    comment: `each file of ${room} but ${TOPS} belongs to a stage`,
    severity: 'error',
    from: { path: `^${SOURCES}/${room}/`, pathNot: [...[...paths.values()].flat(), fileOf(room, TOPS)] },
    to: {},
  };
  return [...ofStages, ofOthers];
}

const wordsOf = (text) => text.split(' ').filter((word) => word !== '');

function found(paths, stage, room) {
  const path = paths.get(stage);
  if (!path) throw new Error(`floors: ${room} has no stage "${stage}"`);
  return path;
}

/**
 * @param files `folder/`, all in it; `folder/*`, only the files directly in it; names of files; or `*`, the files of the room that no
 * other stage names
 */
function pathsOf(room, files, named) {
  if (files === '*') {
    const others = wordsOf([TOPS, ...named].join(' ')).filter((name) => !name.includes('/'));
    return [`^${SOURCES}/${room}/(?!(${others.join('|')})\\.ts$)[^/]+\\.ts$`];
  }
  return wordsOf(files).map((name) => {
    if (name.endsWith('/*')) return `^${SOURCES}/${room}/${name.slice(0, -1)}[^/]+\\.ts$`;
    return name.endsWith('/') ? `^${SOURCES}/${room}/${name}` : fileOf(room, name);
  });
}

const fileOf = (room, names) => `^${SOURCES}/${room}/(${wordsOf(names).join('|')})\\.ts$`;

const IMPORTED = /\b(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g;

/**
 * Makes rules by which two neighbours, of which one is a folder, do not import each other. Neighbours lie in one folder, below
 * the rooms; the one that imports the other more often stands above it.
 */
function neighbours() {
  const imports = new Map();
  for (const [above, below, folder] of importsOfNeighbours()) {
    const key = [folder, above, below].join(' ');
    imports.set(key, (imports.get(key) ?? 0) + 1);
  }
  const rules = [];
  for (const [key, times] of imports) {
    const [folder, above, below] = key.split(' ');
    if (times < (imports.get([folder, below, above].join(' ')) ?? 0)) continue;
    rules.push({
      name: 'neighbours',
      comment: `${folder}/${above} imports ${folder}/${below}, which hence imports nothing of it`,
      severity: 'error',
      from: { path: pathOf(folder, below) },
      to: { path: pathOf(folder, above) },
    });
  }
  return rules;
}

const pathOf = (folder, name) => `^${folder}/${name}${name.endsWith('.ts') ? '$' : '/'}`;

/** Yields, for each import between two neighbours, who imports whom, and the folder of both. */
function* importsOfNeighbours() {
  for (const entry of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ts')) continue;
    const file = join(SOURCES, entry);
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const importing = file.split('/');
      const imported = `${join(dirname(file), specifier)}.ts`.split('/');
      const common = importing.findIndex((part, at) => part !== imported[at]);
      if (common < 2) continue;
      const [above, below] = [importing[common], imported[common]];
      if (above.endsWith('.ts') && below.endsWith('.ts')) continue;
      yield [above, below, importing.slice(0, common).join('/')];
    }
  }
}

module.exports = { rooms, inside, neighbours };
