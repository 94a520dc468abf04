import { describe, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import type { Comparison } from './differences.js';
import { compareDocuments } from './documents.js';
import { ORACLES, openOracle } from './oracle.js';
import { compareSchemas } from './schemas.js';
import { described } from './soak.js';

/** 5 % of what `npm run soak` judges, always the same inputs. */
const SCHEMAS = 100;
const DOCUMENTS = 1_000;
const SEED = 1;

describe.each(ORACLES)('%s', (name) => {
  describePeer(name, 'and the engine give verdicts that', () => {
    function expectAgreement(comparison: Comparison, inputs: number): void {
      expect(comparison.unexplained.map(described)).toEqual([]);
      expect(comparison.inputs).toBe(inputs);
      // Mutants that are all wrong, or all right, would show little.
      expect(comparison.valid).toBeGreaterThan(inputs / 10);
      expect(comparison.valid).toBeLessThan((inputs * 9) / 10);
      expect(comparison.crashes).toBeLessThan(inputs / 20);
    }

    it(`are the same on ${SCHEMAS} mutated modules, but for what the RFCs decide`, () => {
      expectAgreement(compareSchemas(SEED, SCHEMAS, openOracle(name, temporaryFolder())), SCHEMAS);
    }, 60_000);

    it(`are the same on ${DOCUMENTS} mutated documents, but for what the RFCs decide`, () => {
      expectAgreement(compareDocuments(SEED, DOCUMENTS, openOracle(name, temporaryFolder())), DOCUMENTS);
    }, 60_000);
  });
});
