import type { Tx } from '../../store/index.js';

/** Records in the audit log that data of another node are kept, for this user and the agent of this node that got them. */
export type RecordKept = (tx: Tx, id: string, keeping: { readonly owner: string; readonly agent: string }) => void;
