import { expect, it } from 'vitest';
import { runLoops } from '../soak/loops/loops.js';
import { judge } from '../soak/loops/verdict.js';
import { temporaryFolder } from '../support/clean-up.js';

it('thirty loops on six devices repair each fault once, and none starves', async () => {
  const report = await runLoops({ devices: 6, ports: 5, faults: 40, directory: temporaryFolder(), seed: 1 });
  expect(judge(report, 25)).toEqual([]);
  expect([report.single.length, report.storm.length]).toEqual([40, 30]);
}, 180_000);
