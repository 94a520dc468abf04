/** LangGraph.js: a library whose graphs run in the application's process; PostgreSQL keeps a checkpoint of each superstep. */
import { randomUUID } from 'node:crypto';
import { loadPackage, versionOf } from './packages.js';
import { startPostgres } from './postgres.js';
import { CHAIN, expectSteps, type WorkflowSystem } from './system.js';

interface State {
  readonly count: number;
  readonly steps: number;
}

interface Graph {
  addNode(name: string, work: (state: State) => Promise<Partial<State>>): Graph;
  addEdge(from: string, to: string): Graph;
  addConditionalEdges(from: string, choose: (state: State) => readonly unknown[], to: readonly string[]): Graph;
  compile(options: { readonly checkpointer: Checkpointer }): {
    invoke(input: Partial<State>, options: Readonly<Record<string, unknown>>): Promise<State>;
  };
}

interface LangGraph {
  readonly Annotation: {
    <T>(options: { reducer(left: T, right: T): T; default(): T }): unknown;
    Root(channels: Readonly<Record<keyof State, unknown>>): unknown;
  };
  readonly StateGraph: new (annotation: unknown) => Graph;
  readonly Send: new (node: string, input: Partial<State>) => unknown;
  readonly START: string;
  readonly END: string;
}

interface Checkpointer {
  setup(): Promise<void>;
}

interface Pool {
  on(event: 'error', listener: () => void): void;
  end(): Promise<void>;
}

interface CheckpointPostgres {
  readonly PostgresSaver: new (pool: Pool) => Checkpointer;
}

interface Pg {
  readonly Pool: new (options: { readonly connectionString: string }) => Pool;
}

export const langgraph: WorkflowSystem = {
  name: `LangGraph.js ${versionOf('@langchain/langgraph')}`,
  start: async () => {
    // Its traces would leave this machine, if the environment asked for them.
    process.env.LANGSMITH_TRACING = 'false';
    const library = loadPackage<LangGraph>('@langchain/langgraph');
    const { PostgresSaver } = loadPackage<CheckpointPostgres>('@langchain/langgraph-checkpoint-postgres');
    const { Pool } = loadPackage<Pg>('pg');
    const postgres = await startPostgres();
    const pool = new Pool({ connectionString: postgres.url });
    // A session that is closing when PostgreSQL ends is an error of the pool.
    pool.on('error', () => undefined);
    const checkpointer = new PostgresSaver(pool);
    const stop = async () => {
      await pool.end();
      await postgres.stop();
    };
    try {
      await checkpointer.setup();
    } catch (error) {
      await stop();
      throw error;
    }
    const chain = chainOf(library).compile({ checkpointer });
    const fanOut = fanOutOf(library).compile({ checkpointer });
    // Each superstep is stored before the next one begins.
    const run = () => ({ configurable: { thread_id: randomUUID() }, durability: 'sync' });
    return {
      runChain: async () => expectSteps((await chain.invoke({ steps: CHAIN }, run())).count, CHAIN),
      runFanOut: async (steps) => expectSteps((await fanOut.invoke({ steps }, run())).count, steps),
      stop,
    };
  },
};

const step = async () => ({ count: 1 });

function graphOf({ Annotation, StateGraph }: LangGraph): Graph {
  const sum = Annotation<number>({ reducer: (left, right) => left + right, default: () => 0 });
  const last = Annotation<number>({ reducer: (_, right) => right, default: () => 0 });
  return new StateGraph(Annotation.Root({ count: sum, steps: last }));
}

function chainOf(library: LangGraph): Graph {
  const names = ['one', 'two', 'three'];
  const graph = graphOf(library);
  for (const name of names) graph.addNode(name, step);
  const path = [library.START, ...names, library.END];
  for (const [index, to] of path.slice(1).entries()) graph.addEdge(path[index] ?? library.START, to);
  return graph;
}

function fanOutOf(library: LangGraph): Graph {
  const { START, END, Send } = library;
  const sends = ({ steps }: State) => Array.from({ length: steps }, () => new Send('step', {}));
  return graphOf(library).addNode('step', step).addConditionalEdges(START, sends, ['step']).addEdge('step', END);
}
