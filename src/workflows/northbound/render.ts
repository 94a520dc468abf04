/** The rpc `render`. */
import { RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { type Call, configuredEntry } from '../../server/index.js';
import { DEFINITION } from '../engine/definitions.js';
import { requireVisible } from '../engine/visible.js';
import { dotOf, mermaidOf, type PictureOf, type StepPicture, SvgError, svgOf } from '../picture/index.js';
import { criticalPath } from '../run/critical-path.js';
import type { StepRecord } from '../run/record.js';
import type { WorkflowNeeds } from './needs.js';
import { readsDefinition } from './surroundings.js';

type Render = YangentWorkflowsProvider['rpcs']['render'];

const MEDIA_TYPES = { svg: 'image/svg+xml', dot: 'text/vnd.graphviz', mermaid: 'text/vnd.mermaid' } as const;

export async function renderOperation(
  needs: WorkflowNeeds,
  input: Render['input'],
  call: Call,
): Promise<Render['output']> {
  const picture = await pictureOf(needs, input, call);
  const { format } = input;
  const text = format === 'mermaid' ? mermaidOf(picture) : dotOf(picture);
  return {
    picture: format === 'svg' ? await svg(text, call.signal) : text,
    'media-type': MEDIA_TYPES[format],
  };
}

async function svg(dot: string, signal: AbortSignal): Promise<string> {
  try {
    return await svgOf(dot, signal);
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    const tag = error.fault === 'busy' ? 'resource-denied' : 'too-big';
    throw new RpcError({
      type: 'application',
      tag,
      message: `${error.message}; the formats dot and mermaid have no such limit`,
    });
  }
}

async function pictureOf(
  needs: WorkflowNeeds,
  { definition, run: id }: Render['input'],
  call: Call,
): Promise<PictureOf> {
  if (id === undefined) {
    const name = definition ?? '';
    const dag = configuredEntry(needs.running.tree, DEFINITION, name);
    if (dag && readsDefinition(call, name)) return { dag, name };
    throw missing(name);
  }
  const run = requireVisible(call, await needs.rows.run(id), id, needs.definitions);
  // Its graph is that of the definition.
  if (run.definition !== undefined && !readsDefinition(call, run.definition)) throw missing(run.definition);
  const { dag, graph, ranks } = await needs.plans.get(run.digest);
  const steps = new Map((await needs.rows.steps.ofNodes(id)).map((step) => [step.node, step]));
  const { path } = criticalPath(graph, ranks, steps, needs.now());
  return {
    dag,
    name: run.definition ?? id,
    state: run.state,
    steps: new Map([...steps].map(([name, step]) => [name, stepPicture(step)])),
    ...(run.ended === undefined ? { criticalPath: path } : {}),
  };
}

function missing(name: string): RpcError {
  return new RpcError({ type: 'application', tag: 'data-missing', message: `there is no definition "${name}"` });
}

function stepPicture({ state, detail, reason }: StepRecord): StepPicture {
  const { agents = [], items, error } = detail;
  const [agent] = agents;
  const note = error?.code ?? (state === 'suspended' || state === 'awaiting-approval' ? reason : undefined);
  return {
    state,
    ...(agent === undefined ? {} : { agent }),
    ...(detail.try === undefined ? {} : { attempt: detail.try }),
    ...(items ? { items: { done: items.ended - items.failed, failed: items.failed, of: items.total } } : {}),
    ...(note === undefined ? {} : { note }),
  };
}
