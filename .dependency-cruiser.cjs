const { inside, neighbours, rooms } = require('./scripts/floors.cjs');

/** The floors of the house: a folder imports only what stands to its right, never back, never in a circle. */
const models = ['yang', 'generated'];
const floors = {
  yang: [],
  generated: [],
  store: [],
  data: models,
  bindings: ['data', ...models],
  events: ['store'],
  keys: ['store', 'data', ...models],
  audit: ['events', 'keys', 'store', 'data', ...models],
  wire: ['data', ...models],
  clients: ['wire', 'data', ...models],
  datastore: ['events', 'store', 'data', ...models],
  access: ['audit', 'datastore', 'events', 'keys', 'store', 'data', ...models],
  server: ['keys', 'bindings', 'access', 'audit', 'datastore', 'events', 'store', 'data', ...models],
};
const belowServer = ['server', ...floors.server];
floors.identity = belowServer;
floors.agents = ['identity', ...floors.identity];
floors.contexts = ['agents', ...floors.agents];
floors.tasks = ['keys', 'contexts', ...floors.contexts];
floors.devices = ['keys', ...belowServer];
floors.policies = [];
floors.sessions = ['tasks', ...floors.tasks];
floors.loops = ['policies', 'tasks', 'devices', ...floors.tasks];
floors.workflows = ['policies', 'tasks', 'devices', ...floors.tasks];
floors.peers = ['sessions', 'tasks', ...floors.tasks, 'clients', 'wire'];
floors.netconf = ['keys', ...belowServer, 'wire'];
floors.restconf = [...belowServer, 'wire'];
const concepts = ['identity', 'agents', 'contexts', 'tasks', 'devices', 'sessions', 'loops', 'workflows', 'peers'];
floors.node = [...concepts, 'audit', 'keys', 'netconf', 'restconf', 'clients', 'wire', ...belowServer];
floors.cli = ['node', ...floors.node];

/**
 * The floors inside a room, lowest first. A row is a stage, its files, and the stages that it may import. `folder/` is all in a
 * folder, `folder/*` the files directly in it, `*` the files of the room that no other row names. `index` and `create` of the room
 * may import all stages, and no stage imports them.
 */
const stages = {
  yang: [
    ['xpath', 'xpath/', ''],
    ['pattern-engine', 'pattern/', ''],
    ['schema', '*', 'xpath'],
    ['pattern', 'pattern', 'schema pattern-engine'],
    ['lexical', 'lexical', 'schema'],
    ['text', 'text/', 'schema'],
    ['sources', 'sources', 'text schema'],
    ['link', 'link/', 'sources text lexical pattern schema xpath'],
    ['compile', 'compile', 'link sources schema'],
    ['cache', 'cache cache-file cache-graph cache-key', 'compile sources pattern schema'],
  ],
  data: [
    ['tree', '*', ''],
    ['rfc7951', 'rfc7951/', 'tree'],
    ['entries', 'entries/', 'tree'],
    ['nodes', 'nodes', 'entries tree'],
    ['xml', 'xml/', 'tree'],
    ['json', 'json/', 'xml tree'],
    ['values', 'values/', 'entries tree'],
    ['xpath', 'xpath/', 'values nodes entries tree'],
    ['codec', 'codec/', 'values xml nodes entries tree'],
    ['encoding', 'encoding/', 'codec xpath values xml nodes entries tree'],
    ['algebra', 'algebra/', 'encoding codec values nodes entries tree'],
    ['filter', 'filter/', 'encoding codec values xml nodes entries tree'],
    ['validate', 'validate/', 'algebra xpath values nodes entries tree'],
  ],
  server: [
    ['core', '*', ''],
    ['notifications', 'notifications/', 'core'],
    ['reading', 'read provided provided-pages', 'core'],
    ['subscribing', 'subscribe visible-edits', 'notifications core'],
    ['approval', 'approval/', 'core'],
    ['admitting', 'admit', 'approval core'],
    ['datastores', 'datastores/', 'approval reading notifications core'],
    ['editing', 'edit invoke owned-context', 'datastores approval reading core'],
    ['subscriptions', 'subscriptions/', 'subscribing core'],
    ['server', 'server', 'admitting datastores approval subscriptions core'],
    ['modules', 'modules/', 'server datastores core'],
  ],
  keys: [
    ['sealing', 'secret-key sealed-secret sealing', ''],
    ['pair', 'pair/', ''],
    ['document', 'document/', ''],
    ['jcs', 'jcs', 'document'],
    ['jws', 'jws', 'document pair'],
    ['data-integrity', 'data-integrity/', 'jcs document pair'],
    ['x509', 'x509 x509-library', ''],
    ['certificate', 'certificate/', 'x509 pair'],
    ['ssh', 'ssh/', 'pair'],
    ['vault', 'vault/', 'sealing pair'],
    ['text', 'private-key-text', 'ssh pair'],
    ['database', 'database forget', ''],
    ['use', 'use/', 'database text vault ssh certificate pair'],
    ['node-keys', 'node-keys', 'use vault ssh sealing pair'],
  ],
  access: [
    ['terms', '*', ''],
    ['grant', 'grant/', ''],
    ['principal', 'principal permissions user-name', 'grant'],
    ['nacm', 'nacm/', 'principal grant'],
    ['meetable', 'meetable', 'nacm grant'],
    ['control', 'control', 'nacm principal grant terms'],
    ['approval', 'approval/', 'principal terms'],
    ['login', 'login/', 'principal terms'],
    ['domain', 'domain/', 'login principal grant terms'],
    ['authority', 'acting-for stored-authority visibility', 'domain principal grant'],
    ['configured', 'configured', 'domain login approval principal terms'],
    ['users', 'first-admin user-table users', 'configured domain login approval principal grant terms'],
    ['token', 'token/', 'configured domain login meetable principal grant terms'],
    [
      'access',
      'access checked-config contract follow-configuration orphans recovery user-login',
      'token users configured authority domain login approval principal grant terms',
    ],
  ],
  audit: [
    ['tree', 'tree/', ''],
    ['note', 'note/', 'tree'],
    ['record', 'record/', ''],
    ['archive', 'archive/', 'record note tree'],
    ['keeping', 'keeping/', 'record note tree'],
    ['log', 'log/', 'keeping record note tree'],
  ],
  agents: [
    ['record', 'record/', ''],
    ['rules', '*', 'record'],
    ['description', 'description/', 'rules record'],
    ['semantic', 'semantic/', 'rules record'],
    ['discovery', 'discovery/', 'semantic rules record'],
    ['registration', 'admission registrar', 'rules record'],
    ['qualification', 'qualification/', 'rules record'],
    ['northbound', 'northbound/', 'qualification registration discovery rules record'],
  ],
  identity: [
    ['did', 'did/', ''],
    ['terms', 'describe settings', ''],
    ['document', 'document/', 'terms did'],
    ['publication', 'identities publication', 'document terms did'],
    ['resolver', 'resolver/', 'did'],
    ['verify', 'verify/', 'resolver document did'],
    ['credential', 'credential/', 'verify terms'],
    ['control', 'control/', 'resolver did'],
    ['northbound', 'northbound/', 'control credential verify publication document terms did'],
  ],
  contexts: [
    ['redaction', 'redaction/', ''],
    ['known-tasks', 'known-tasks', ''],
    ['record', 'record/', 'redaction known-tasks'],
    ['rules', 'visibility sharing-policy require-writable', 'record redaction'],
    ['bytes', 'bytes/', 'rules record'],
    ['shared-data', 'shared-data', 'bytes record'],
    ['steps', '*', 'rules record known-tasks'],
    ['northbound', 'northbound/*', 'steps rules record redaction known-tasks'],
    ['irtf', 'northbound/irtf/', 'northbound steps rules record'],
  ],
  tasks: [
    ['record', 'record/', ''],
    ['parties', 'parties visibility', 'record'],
    ['answers', 'answers/', 'record'],
    ['skill', 'skill/', 'answers record'],
    ['interpretation', 'interpretation/', 'skill answers record'],
    ['delivery', 'delivery/', 'record'],
    ['port', 'executors/executor executors/registry executors/steer executors/under-way', 'record'],
    ['assignment', 'assignment/', 'port answers parties record'],
    ['negotiation', 'negotiation/', 'parties record'],
    ['execution', 'execution/', 'assignment port answers parties record'],
    ['schedule', 'schedule/', 'execution negotiation assignment port answers parties record'],
    ['lanes', 'executors/attempt executors/lanes executors/seats executors/work', 'execution port record'],
    ['attached', 'executors/attached/', 'execution port record'],
    [
      'hosted',
      'executors/hosted/',
      'lanes schedule execution negotiation assignment interpretation skill port answers parties record',
    ],
    ['remote', 'executors/remote/', 'lanes execution negotiation assignment skill port answers parties record'],
    ['executors', 'executors/register', 'attached hosted remote port record'],
    ['northbound', 'northbound/*', 'schedule delivery execution negotiation assignment port answers parties record'],
    ['irtf', 'northbound/irtf/', 'northbound schedule execution negotiation assignment port answers parties record'],
  ],
  workflows: [
    ['model', 'model/', ''],
    ['expression', 'expression/', ''],
    ['authoring', 'authoring/', 'expression model'],
    ['check', 'check/', 'expression model'],
    ['revision', 'revision/', 'model'],
    ['run', 'run/', 'model'],
    ['course', 'course/', 'run expression model'],
    ['operate', 'operate/', 'course run model'],
    ['engine', 'engine/', 'course revision run model'],
    ['trigger', 'trigger/', 'engine course check run expression model'],
    ['picture', 'picture/', 'model'],
    ['northbound', 'northbound/', 'trigger engine operate picture check revision run course model'],
  ],
  sessions: [
    ['record', 'record/', ''],
    ['log', 'log/', 'record'],
    ['services', 'services', 'log record'],
    ['floor', 'floor/', 'services log record'],
    ['member', 'member/', 'floor services log record'],
    ['deliver', 'deliver/', 'member services record'],
    ['team', 'team/', 'member floor services record'],
    ['send', 'send/', 'team member floor services record'],
    ['timing', 'timing/', 'team member floor services record'],
    ['hosted', 'hosted/', 'send team deliver member floor services log record'],
    ['northbound', 'northbound/', 'send team deliver member floor services record'],
  ],
  devices: [
    ['record', '*', ''],
    ['devices', 'devices', 'record'],
    ['work', 'access edit watch', 'devices record'],
    ['northbound', 'northbound/', 'devices record'],
  ],
  loops: [
    ['terms', 'definition news policy record resources', ''],
    ['record', 'database journal owners rows', 'terms'],
    ['cycle', 'approval call cycle execution', 'record terms'],
    ['loops', 'loops runner', 'cycle record terms'],
    ['northbound', 'northbound/', 'loops cycle terms'],
  ],
  peers: [
    ['record', 'models not-completed options patience record wire', ''],
    ['answer', 'answer', 'record'],
    ['wires', 'netconf-wire restconf-wire', 'answer record'],
    ['following', 'data feed inbox messages task', 'answer record'],
    ['peer', 'peer', 'following wires answer record'],
    ['remote-nodes', 'remote-nodes', 'peer following answer record'],
  ],
  netconf: [
    ['session', 'session session-handler', ''],
    ['ssh', 'counts ssh-authentication ssh-connection ssh-listener ssh-login', 'session'],
    ['filter', 'features filter xpath', ''],
    ['subscriptions', 'subscriptions', 'filter'],
    ['operations', 'operations/', 'subscriptions filter session'],
    ['capabilities', 'capabilities', 'operations filter'],
    ['listen', 'listen', 'capabilities operations subscriptions ssh session'],
  ],
  restconf: [
    ['refusal', 'refusal accept', ''],
    ['monitoring', 'monitoring', ''],
    ['oauth', 'oauth/', ''],
    ['api-path', 'api-path/', 'refusal'],
    ['query', 'query/', 'api-path refusal'],
    ['resources', 'resources/', 'query api-path refusal'],
    ['service', 'service/', 'resources refusal'],
    ['bulk', 'bulk/', 'refusal'],
    ['mounts', 'mounts/', 'refusal'],
    ['http', 'http/', 'mounts bulk service resources refusal'],
    ['listen', 'listen', 'http'],
  ],
  'restconf/resources': [
    ['exchange', '*', ''],
    ['data', 'data/', 'exchange'],
    ['streams', 'streams/', 'exchange'],
    ['subscriptions', 'operations subscriptions', 'streams exchange'],
    ['dispatch', 'dispatch', 'data streams subscriptions exchange'],
  ],
};

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
    ...rooms(floors),
    ...Object.entries(stages).flatMap(([room, rows]) => inside(room, rows)),
    ...neighbours(),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
