/** Colours of states, with contrast enough for text and borders on white. No meaning stands in a colour alone. */
import type { StepState } from '../model/states.js';

/** The colours of a node. */
export interface Look {
  readonly fill: string;
  readonly border: string;
  /** Of the word for the state. */
  readonly text: string;
  readonly dashed: boolean;
}

export const STATE_LOOKS: Readonly<Record<StepState, Look>> = {
  pending: { fill: '#f8fafc', border: '#94a3b8', text: '#475569', dashed: false },
  ready: { fill: '#eef4ff', border: '#7c9cf0', text: '#3451b2', dashed: false },
  'awaiting-approval': { fill: '#fdf0d5', border: '#c2410c', text: '#9a3412', dashed: true },
  executing: { fill: '#d6e6ff', border: '#1d4ed8', text: '#1d4ed8', dashed: false },
  suspended: { fill: '#fff2c6', border: '#b45309', text: '#92400e', dashed: false },
  completed: { fill: '#e0f5e6', border: '#15803d', text: '#166534', dashed: false },
  failed: { fill: '#fee2e2', border: '#b91c1c', text: '#b91c1c', dashed: false },
  skipped: { fill: '#ffffff', border: '#94a3b8', text: '#64748b', dashed: true },
  compensating: { fill: '#fff2c6', border: '#b45309', text: '#92400e', dashed: true },
  'rolled-back': { fill: '#f8fafc', border: '#64748b', text: '#475569', dashed: true },
  canceled: { fill: '#f5f0f7', border: '#86198f', text: '#86198f', dashed: true },
};

/** Of a node of a definition. */
export const PLAIN: Look = { fill: '#f1f5fb', border: '#5b6b82', text: '#334155', dashed: false };

/** Of a node that the graph does not have. */
export const MISSING: Look = { fill: '#ffffff', border: '#b91c1c', text: '#b91c1c', dashed: true };

export const INK = '#111827';
export const FAINT_INK = '#4b5563';

export const EDGES = { usual: '#475569', light: '#8492a6', dead: '#9aa7b8', failure: '#b91c1c' } as const;
