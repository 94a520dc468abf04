/** The face: `/dag` and what is below it (`ATD-7-i`, `ATD-7-j`). Each route is an operation of the caller. */
import { type CallerApi, type Face, type FaceAnswer, type FaceRequest, RpcError } from '../../src/index.js';
import { context } from './context.js';
import { checkpoints, ofDefinition, ofRun, start, takeCheckpoint } from './document.js';
import { answerOf, Fault } from './fault.js';
import { requireFields } from './fields.js';
import { definitionOf, notThere, runOf, stepOf } from './names.js';
import { picture } from './picture.js';
import { acknowledge, rollBack } from './rollback.js';
import { ask, say } from './step.js';

const PATH = 'dag';

/** A route below a path: which methods it has, and what they do with the rest of the path. */
type Route = Readonly<Partial<Record<'GET' | 'POST', (request: FaceRequest, as: CallerApi) => Promise<FaceAnswer>>>>;

/** @throws Error for settings, of which there are none */
export function createFace(settings: Readonly<Record<string, unknown>>): Face {
  const [given] = Object.keys(settings);
  if (given !== undefined) throw new Error(`"${given}" is no setting of dag; it has none`);
  return {
    protocol: 'dag',
    mounts: [
      { path: PATH, of: 'node', methods: ['GET', 'POST'], access: 'login', answer: answerTo },
      {
        ...{ path: `${PATH}/jwks`, of: 'node', methods: ['GET'], access: 'public' },
        // The keys have one address; clients of this protocol look for them here.
        answer: async ({ rest }) =>
          rest.length > 0 ? answerOf(notThere()) : { status: 308, headers: { location: '/oauth/jwks' } },
      },
    ],
  };
}

async function answerTo(request: FaceRequest): Promise<FaceAnswer> {
  try {
    if (!request.as) return { status: 401 };
    const route = routeOf(request.rest);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const work = method === 'GET' || method === 'POST' ? route[method] : undefined;
    if (work) return await work(request, request.as);
    const allow = Object.keys(route).join(', ');
    throw new Fault(405, 'operation-not-supported', `${method} is not allowed here; allowed: ${allow}`, { allow });
  } catch (error) {
    if (error instanceof Fault) return answerOf(error);
    // A path that names nothing is not found (404); errors in a message are told as RESTCONF tells them. A graph has no path yet.
    if (error instanceof RpcError && error.tag === 'data-missing' && request.rest.length > 0)
      return answerOf(new Fault(404, error.tag, error.message));
    throw error;
  }
}

/** @throws Fault 404 */
function routeOf([first, ...more]: readonly string[]): Route {
  if (first === undefined) return { POST: start };
  if (first === 'definitions') return definitionRoute(more);
  return runRoute(runOf(first), more);
}

function definitionRoute([given = '', sub, ...more]: readonly string[]): Route {
  const definition = definitionOf(given);
  if (more.length > 0) throw notThere();
  if (sub === undefined) return { GET: (request, as) => ofDefinition(request, as, definition) };
  return { GET: (request, as) => picture(request, as, { definition }, sub) };
}

function runRoute(run: string, [sub, given = '', kind, ...more]: readonly string[]): Route {
  if (more.length > 0) throw notThere();
  if (sub === undefined) return about(run, (request, as) => ofRun(request, as, run));
  if (sub === 'steps') {
    const step = stepOf(given);
    if (kind === undefined) return about(run, (request, as) => ask(request, as, run, step));
    return { POST: (request, as) => say(request, as, run, step, kind) };
  }
  if (given !== '') throw notThere();
  if (sub === 'checkpoints')
    return {
      ...about(run, (request, as) => checkpoints(request, as, run)),
      POST: (request, as) => takeCheckpoint(request, as, run),
    };
  if (sub === 'context') return about(run, (request, as) => context(request, as, run));
  if (sub === 'rollback') return { POST: (request, as) => rollBack(request, as, run) };
  if (sub === 'acknowledgement') return { POST: (request, as) => acknowledge(request, as, run) };
  return about(run, (request, as) => picture(request, as, { run }, sub));
}

/** Checks the header fields before a read. */
function about(run: string, read: NonNullable<Route['GET']>): Route {
  return {
    GET: async (request, as) => {
      await requireFields(as, run, request);
      return read(request, as);
    },
  };
}
