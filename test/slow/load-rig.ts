/** A node in a process of its own under clients that mean no good, and a good client that times its answers meanwhile. */
import { expect } from 'vitest';
import { type NodeProcess, startNodeProcess } from '../fuzz/wire/node-process.js';
import { Https } from '../support/http.js';
import { RawNetconf } from '../support/raw-netconf.js';

const MEBIBYTE = 1 << 20;
/**
 * Milliseconds. The machine may be busy with other tests, and an answer waits for the requests of others that came before
 * it: these bounds tell a node that gives everyone a turn from one that works off what the bad client has sent first.
 */
const USUAL = 400;
const WORST = 3_000;

export interface LoadRig {
  readonly node: NodeProcess;
  /**
   * Sends good requests, one after the other, over NETCONF and RESTCONF, until the work is done and at least `least` of
   * them are answered. @throws when one is answered otherwise than ever, or they take too long
   */
  whileGoodClientsAreServed(work: Promise<unknown>, bounds?: { readonly worst?: number }): Promise<void>;
  /** Mebibytes that the node holds more than before once the work is done and garbage is collected. */
  growth(work: () => Promise<unknown>): Promise<number>;
  /** A new client gets in and is served. */
  letsIn(): Promise<void>;
  stop(): Promise<void>;
}

const GET = '<get-config><source><running/></source><filter/></get-config>';
const PATH = '/restconf/data/yangent-agents:agents/agent=ip-fault/id';

export async function startLoadNode(): Promise<LoadRig> {
  const node = await startNodeProcess();
  const session = await RawNetconf.open(node);
  const https = new Https(node);
  const timed = async (ask: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await ask();
    return performance.now() - begun;
  };
  const askNetconf = async () => expect(await session.ask(GET)).toContain('<data');
  const askRestconf = async () => expect((await https.send('GET', PATH)).status).toBe(200);
  await askNetconf();
  await askRestconf();
  return {
    node,
    whileGoodClientsAreServed: async (work, { worst = WORST } = {}) => {
      const took: number[] = [];
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      while (!isDone || took.length < LEAST) took.push(await timed(askNetconf), await timed(askRestconf));
      await done;
      took.sort((a, b) => a - b);
      const [median = 0, longest = 0] = [took[took.length >> 1], took.at(-1)];
      expect({ median, longest, isUsual: median < USUAL, isBounded: longest < worst }).toMatchObject({
        isUsual: true,
        isBounded: true,
      });
    },
    growth: async (work) => {
      const before = await node.resident();
      await work();
      return ((await node.resident()) - before) / MEBIBYTE;
    },
    letsIn: async () => {
      const fresh = await RawNetconf.open(node);
      expect(await fresh.ask(GET)).toContain('<data');
      fresh.close();
      const { status } = await https.send('GET', PATH, { headers: { connection: 'close' } });
      expect(status).toBe(200);
    },
    stop: async () => {
      https.close();
      session.close();
      await node.end();
    },
  };
}

/** Requests of the good client, at least. */
const LEAST = 40;
