/** The context of a run, as a message (`ATD-7-f`, `ATD-7-h`): what those who see the run, or an agent of its steps, may know. */
import type { CallerApi, FaceAnswer, FaceRequest } from '../../src/index.js';
import { messageAnswer } from './answer.js';
import { badRequest } from './fault.js';
import { runFields } from './fields.js';
import { requireAccepted } from './media.js';
import { notThere } from './names.js';

const ELEMENTS = ['graph', 'state', 'results', 'checkpoints'] as const;

/** Gives the elements that the query names, `?element=graph&element=results`, to an agent with `?agent=ID`. Default: all. */
export async function context(request: FaceRequest, as: CallerApi, run: string): Promise<FaceAnswer> {
  requireAccepted(request);
  const agent = request.query.get('agent') ?? undefined;
  const {
    run: head,
    dag: graph,
    ...rest
  } = await as.invoke('yangent-workflows:context', {
    ...{ run, element: elementsOf(request.query) },
    ...(agent === undefined ? {} : { agent }),
  });
  if (head.uri === undefined) throw notThere();
  const said = { run: head, ...(graph ? { graph } : {}), ...rest };
  return messageAnswer({ dag: head.uri, context: said }, await runFields(as, run, agent));
}

/** @throws Fault 400 for an element that no context has */
function elementsOf(query: URLSearchParams): (typeof ELEMENTS)[number][] {
  const asked = query.getAll('element');
  const stranger = asked.find((each) => !ELEMENTS.some((known) => known === each));
  if (stranger !== undefined)
    throw badRequest(
      `there is no element ${JSON.stringify(stranger.slice(0, 64))}; the elements are ${ELEMENTS.join(', ')}`,
    );
  return ELEMENTS.filter((each) => asked.includes(each));
}
