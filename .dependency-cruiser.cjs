/** The floors of the house: a folder imports only what stands to its right, never back, never in a circle. */
const floors = {
  yang: [],
  generated: [],
  store: [],
  data: ['yang'],
  bindings: ['data', 'yang'],
  events: ['store'],
  keys: ['store'],
  wire: ['data', 'yang'],
  clients: ['wire', 'data', 'yang'],
  datastore: ['events', 'store', 'data', 'yang'],
  access: ['datastore', 'events', 'store', 'data', 'yang'],
  server: ['bindings', 'access', 'datastore', 'events', 'store', 'data', 'yang'],
};
const belowServer = ['server', ...floors.server];
floors.agents = [...belowServer, 'generated'];
floors.contexts = ['agents', ...floors.agents];
floors.tasks = ['contexts', ...floors.contexts];
floors.devices = ['keys', ...belowServer, 'generated'];
floors.policies = [];
floors.loops = ['policies', 'tasks', 'devices', ...floors.tasks];
floors.peers = ['tasks', ...floors.tasks, 'clients', 'wire'];
floors.netconf = ['keys', ...belowServer, 'wire'];
floors.restconf = [...belowServer, 'wire'];
const concepts = ['agents', 'contexts', 'tasks', 'devices', 'loops', 'peers'];
floors.node = [...concepts, 'keys', 'netconf', 'restconf', 'clients', 'wire', 'generated', ...belowServer];
floors.cli = ['node', ...floors.node];

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
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
