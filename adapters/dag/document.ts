/** Documents: graphs that come and go (structure `dag`). */
import { type CallerApi, type FaceAnswer, type FaceRequest, isObject } from '../../src/index.js';
import { answerWith, documentAnswer } from './answer.js';
import { badRequest } from './fault.js';
import { fieldsOf, requireFields, runFields } from './fields.js';
import { contentOf, requireAccepted, requireMembers } from './media.js';
import { definitionOf, notThere } from './names.js';
import { contentIn, requireRun } from './step.js';

/** Members of a document; the node reads `graph` and `request`. */
const MEMBERS = [
  'uri',
  'graph',
  'created',
  'owner',
  'request',
  'run',
  'step',
  'exported',
  'checkpoint',
  'event',
  'gate',
  'value',
];
const REQUEST = ['input', 'run-key', 'label', 'deadline', 'coordinator'];
/** Members of a definition that are not in its graph. */
const OUTSIDE: ReadonlySet<string> = new Set(
  ['name', 'enabled', 'coordinator', 'runner-group', 'uri', 'revision', 'finding'].flatMap((name) => [
    name,
    `yangent-workflows:${name}`,
  ]),
);
const LONGEST_KEY = 255;

/** Starts a run of the graph in a document. The same document again gives the same run. */
export async function start(request: FaceRequest, as: CallerApi): Promise<FaceAnswer> {
  requireAccepted(request);
  const document = contentOf(request, 'dag');
  requireMembers('a document', document, MEMBERS);
  const { graph, request: asked = {} } = document;
  if (!isObject(graph)) throw badRequest('the document has no graph');
  if (!isObject(asked)) throw badRequest('"request" must be an object');
  requireMembers('"request"', asked, REQUEST);
  const key = asked['run-key'] ?? graph.id;
  if (typeof key === 'string' && key.length > LONGEST_KEY)
    throw badRequest(`the id of the graph is too long for a key; give a run-key of at most ${LONGEST_KEY} characters`);
  // The node checks the values by its model.
  const started: unknown = await as.invoke<string>('yangent-workflows:start', {
    ...asked,
    dag: graph,
    ...(key === undefined ? {} : { 'run-key': key }),
  });
  const { id } = isObject(started) ? started : {};
  if (typeof id !== 'string') throw new Error('start gave no run');
  const { run: head, checkpoint } = await as.invoke('yangent-workflows:context', { run: id, element: ['checkpoints'] });
  const { uri, state } = head;
  const fields = { location: `${request.origin}/dag/${id}`, ...fieldsOf(id, checkpoint) };
  return documentAnswer({ uri, run: { id, uri, state } }, fields, 201);
}

/** Gives the document of a run: its graph, its head and its steps. */
export async function ofRun(request: FaceRequest, as: CallerApi, run: string): Promise<FaceAnswer> {
  requireAccepted(request);
  const agent = request.query.get('agent') ?? undefined;
  const {
    dag: graph,
    run: head,
    step = [],
    checkpoint = [],
  } = await as.invoke('yangent-workflows:context', { run, ...(agent === undefined ? {} : { agent }) });
  const { uri, created, initiator: owner } = head;
  const steps = step.map(({ node, item, generation, state, task, agent }) => ({
    ...{ node, item, generation, state, task, agent },
  }));
  return documentAnswer({ uri, graph, created, owner, run: head, step: steps, checkpoint }, fieldsOf(run, checkpoint));
}

/** Gives the checkpoints of a run. */
export async function checkpoints(request: FaceRequest, as: CallerApi, run: string): Promise<FaceAnswer> {
  requireAccepted(request);
  const agent = request.query.get('agent') ?? undefined;
  const { run: head, checkpoint } = await as.invoke('yangent-workflows:context', {
    ...{ run, element: ['checkpoints'] },
    ...(agent === undefined ? {} : { agent }),
  });
  return documentAnswer({ uri: head.uri, run: head, checkpoint }, fieldsOf(run, checkpoint));
}

/** Makes a checkpoint of a run: for a caller who steers it, or executes a step of it. */
export async function takeCheckpoint(request: FaceRequest, as: CallerApi, run: string): Promise<FaceAnswer> {
  const said = contentIn(request, 'checkpoint-request');
  requireMembers('"checkpoint-request"', said, ['label']);
  await requireFields(as, run, request, contentOf(request, 'dag-message').checkpoint);
  const agent = request.query.get('agent') ?? undefined;
  const { run: head } = await as.invoke('yangent-workflows:context', {
    ...{ run, element: ['checkpoints'] },
    ...(agent === undefined ? {} : { agent }),
  });
  if (head.uri === undefined) throw notThere();
  requireRun(request, head.uri);
  await as.act(`/yangent-workflows:workflows/run[id='${run}']/take-checkpoint`, said);
  return {
    status: 201,
    headers: {
      ...(await runFields(as, run, agent)),
      location: `${request.origin}/dag/${run}/checkpoints`,
    },
  };
}

/** Gives the document of a definition. */
export async function ofDefinition(request: FaceRequest, as: CallerApi, name: string): Promise<FaceAnswer> {
  requireAccepted(request);
  const entry = await as.read(`/yangent-workflows:workflows/definition[name='${definitionOf(name)}']`);
  if (!isObject(entry)) throw notThere();
  const { uri, revision } = entry;
  const graph = Object.fromEntries(Object.entries(entry).filter(([member]) => !OUTSIDE.has(member)));
  const last: unknown = Array.isArray(revision) ? revision.at(-1) : undefined;
  const { at, by } = isObject(last) ? last : {};
  return answerWith({
    'yangent-workflows:dag': { uri, graph: { ...graph, id: graph.id ?? uri }, created: at, owner: by },
  });
}
