import { describe, expect, it } from 'vitest';
import { runAgents } from '../soak/agents/agents.js';
import { judge } from '../soak/agents/verdict.js';
import { temporaryFolder } from '../support/clean-up.js';

describe('a hundred attached agents that die at random', () => {
  it('end every task exactly once; what a dead agent had claimed is done by its next life', async () => {
    const report = await runAgents({ agents: 100, tasks: 1_000, lease: 1, directory: temporaryFolder(), seed: 1 });
    expect(judge(report).faults).toEqual([]);
    expect(report.acknowledged).toHaveLength(1_000);
    expect(report.deaths).toBeGreaterThan(3);
    expect(report.refused).toBeGreaterThan(3);
  }, 180_000);
});
