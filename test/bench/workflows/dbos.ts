/** DBOS Transact: a library whose workflows run in the application's process and keep their state in PostgreSQL. */
import { loadPackage, versionOf } from './packages.js';
import { startPostgres } from './postgres.js';
import { CHAIN, expectSteps, type RunningSystem, type WorkflowSystem } from './system.js';

interface DbosSdk {
  readonly DBOS: {
    setConfig(config: Readonly<Record<string, unknown>>): void;
    registerWorkflow<A extends unknown[], R>(
      work: (...input: A) => Promise<R>,
      options: { readonly name: string },
    ): (...input: A) => Promise<R>;
    runStep<R>(work: () => Promise<R>, options: { readonly name: string }): Promise<R>;
    launch(): Promise<void>;
    shutdown(): Promise<void>;
  };
}

export const dbos: WorkflowSystem = {
  name: `DBOS Transact ${versionOf('@dbos-inc/dbos-sdk')}`,
  start: async () => {
    const { DBOS } = loadPackage<DbosSdk>('@dbos-inc/dbos-sdk');
    const postgres = await startPostgres();
    const step = (name: string) => DBOS.runStep(async () => 1, { name });
    const chain = DBOS.registerWorkflow(
      async () => {
        const one = await step('one');
        const two = await step('two');
        return one + two + (await step('three'));
      },
      { name: 'chain' },
    );
    const fanOut = DBOS.registerWorkflow(
      async (steps: number) => {
        // As its guide has it: started in a fixed order, awaited by allSettled.
        const done = await Promise.allSettled(Array.from({ length: steps }, (_, index) => step(`step ${index}`)));
        return done.filter(({ status }) => status === 'fulfilled').length;
      },
      { name: 'fan-out' },
    );
    const stop = async () => {
      await DBOS.shutdown();
      await postgres.stop();
    };
    try {
      DBOS.setConfig({ name: 'bench', systemDatabaseUrl: postgres.url, logLevel: 'error' });
      await DBOS.launch();
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return {
      runChain: async () => expectSteps(await chain(), CHAIN),
      runFanOut: async (steps) => expectSteps(await fanOut(steps), steps),
      stop,
    } satisfies RunningSystem;
  },
};
