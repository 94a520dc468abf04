/** Operations and, for each, a row of docs/coverage.md whose test cannot pass without it. */
export interface NamedHandler {
  /** Qualified name of the rpc or action. */
  readonly operation: string;
  /** The row. */
  readonly row: string;
  /** Where another test of the row is than the one that docs/coverage.md names. */
  readonly file?: string;
}

export const HANDLERS: readonly NamedHandler[] = [
  { operation: 'yangent-agents:register', row: 'ANF-3.2-b' },
  { operation: 'yangent-agents:discover', row: 'ANF-3.2-e' },
  { operation: 'yangent-agents:negotiate-capability', row: 'ANF-7.2-h' },
  { operation: 'yangent-tasks:assign', row: 'ANF-3.2-f' },
  { operation: 'yangent-tasks:claim-next', row: 'CUI-6.1-c' },
  { operation: 'yangent-tasks:claim', row: 'CUI-4.2-a' },
  { operation: 'yangent-tasks:complete', row: 'CUI-6.1-d' },
  { operation: 'yangent-tasks:fail', row: 'CUI-2-c' },
  { operation: 'yangent-tasks:report-progress', row: 'ANF-8.2-b' },
  { operation: 'yangent-tasks:request-input', row: 'CUI-3.1-a' },
  { operation: 'yangent-tasks:provide-input', row: 'CUI-3.1-a' },
  { operation: 'yangent-tasks:update', row: 'CUI-3.4-a' },
  { operation: 'yangent-tasks:verify', row: 'CUI-4.1-c' },
  { operation: 'yangent-tasks:query', row: 'CUI-5-b' },
  { operation: 'yangent-tasks:negotiate', row: 'CUI-0-c' },
  { operation: 'irtf-agent:task-negotiate', row: 'MAG-5.3-d' },
  { operation: 'yangent-tasks:propose', row: 'CUI-0-c' },
  { operation: 'yangent-contexts:share', row: 'CUI-4.3-a' },
  { operation: 'yangent-contexts:fetch', row: 'CUI-4.3-f' },
  { operation: 'yangent-contexts:redact', row: 'CUI-4.3-h', file: 'test/rows/contexts-rows.test.ts' },
];
