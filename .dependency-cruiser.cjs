/** The floors of the house: a folder imports only what stands to its right, never back, never in a circle. */
const models = ['yang', 'generated'];
const floors = {
  yang: [],
  generated: [],
  store: [],
  data: models,
  bindings: ['data', ...models],
  events: ['store'],
  keys: ['store'],
  wire: ['data', ...models],
  clients: ['wire', 'data', ...models],
  datastore: ['events', 'store', 'data', ...models],
  access: ['datastore', 'events', 'store', 'data', ...models],
  server: ['bindings', 'access', 'datastore', 'events', 'store', 'data', ...models],
};
const belowServer = ['server', ...floors.server];
floors.agents = belowServer;
floors.contexts = ['agents', ...floors.agents];
floors.tasks = ['contexts', ...floors.contexts];
floors.devices = ['keys', ...belowServer];
floors.policies = [];
floors.loops = ['policies', 'tasks', 'devices', ...floors.tasks];
floors.peers = ['tasks', ...floors.tasks, 'clients', 'wire'];
floors.netconf = ['keys', ...belowServer, 'wire'];
floors.restconf = [...belowServer, 'wire'];
const concepts = ['agents', 'contexts', 'tasks', 'devices', 'loops', 'peers'];
floors.node = [...concepts, 'keys', 'netconf', 'restconf', 'clients', 'wire', ...belowServer];
floors.cli = ['node', ...floors.node];

/** The floors inside tasks: a task goes from northbound down to its record. Only `create` and `index` know all. */
const stages = {
  record: '^src/tasks/record/',
  parties: '^src/tasks/(acting-as|visibility)\\.ts$',
  answers: '^src/tasks/answers/',
  skill: '^src/tasks/skill/',
  interpretation: '^src/tasks/interpretation/',
  delivery: '^src/tasks/delivery/',
  port: '^src/tasks/executors/(executor|registry|steer|under-way)\\.ts$',
  assignment: '^src/tasks/assignment/',
  negotiation: '^src/tasks/negotiation/',
  execution: '^src/tasks/execution/',
  schedule: '^src/tasks/schedule/',
  lanes: '^src/tasks/executors/(attempt|lanes|seats|work)\\.ts$',
  attached: '^src/tasks/executors/attached/',
  hosted: '^src/tasks/executors/hosted/',
  remote: '^src/tasks/executors/remote/',
  northbound: '^src/tasks/northbound/',
};
const below = {
  record: [],
  parties: ['record'],
  answers: ['record'],
  skill: ['answers', 'record'],
  interpretation: ['skill', 'answers', 'record'],
  delivery: ['record'],
  port: ['record'],
};
below.assignment = ['port', 'answers', 'parties', 'record'];
below.negotiation = ['parties', 'record'];
below.execution = ['assignment', ...below.assignment];
below.schedule = ['execution', 'negotiation', ...below.execution];
below.lanes = ['execution', 'port', 'record'];
below.attached = below.lanes;
below.hosted = ['lanes', 'schedule', 'interpretation', 'skill', ...below.schedule];
below.remote = ['lanes', 'negotiation', 'skill', 'execution', ...below.execution];
below.northbound = ['schedule', 'delivery', ...below.schedule];

const insideTasks = Object.entries(below).map(([stage, lower]) => ({
  name: `tasks-${stage}`,
  comment: `${stage} of a task may import only: ${lower.join(', ') || 'nothing of tasks'}`,
  severity: 'error',
  from: { path: stages[stage] },
  to: { path: '^src/tasks/', pathNot: [stage, ...lower].map((each) => stages[each]) },
}));

const rooms = Object.entries(floors).map(([room, below]) => ({
  name: `floor-${room}`,
  comment: `${room} may import only: ${below.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...below].join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'src-knows-no-adapter', severity: 'error', from: { path: '^src/' }, to: { path: '^adapters/' } },
    {
      name: 'adapters-use-the-public-api',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^src/', pathNot: '^src/index\\.ts$' },
    },
    ...rooms,
    ...insideTasks,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
