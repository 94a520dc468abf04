/** The price of being sure: the audit trail, proofs of keys, tokens, limits of authority and signed documents. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Figure } from './figure.js';
import { archiveFigures } from './trust/archive.js';
import { decisionFigures } from './trust/decisions.js';
import { documentFigures } from './trust/documents.js';
import { tokenFigures } from './trust/tokens.js';
import { trailFigures } from './trust/trail.js';

const PARTS: Readonly<Record<string, Bench>> = {
  trail: trailFigures,
  tokens: tokenFigures,
  archive: async (directory) => archiveFigures(directory),
  decisions: async () => decisionFigures(),
  documents: async () => documentFigures(),
};

export const trustBench: Bench = async (directory) => {
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    const place = join(directory, name);
    mkdirSync(place);
    figures.push(...(await part(place)));
  }
  return figures;
};
