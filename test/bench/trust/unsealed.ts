/**
 * `yangent` whose audit log writes its records without tree and signature: what the seal costs is measured against it. It runs from the
 * sources, and so must the node that it is compared with.
 */
import { AuditLog } from '../../../src/audit/log/log.js';
import { recordText } from '../../../src/audit/record/canonical.js';

/** Beyond the records that the start has written. */
let next = 1_000_000;

AuditLog.prototype.append = function append(this: AuditLog, tx, content) {
  const sequence = next++;
  tx.beforeCommit(() => {
    const at = Date.now();
    const text = recordText(content, sequence, new Date(at).toISOString());
    return this.rows.insertRecords(tx, [{ sequence, at, text }]);
  });
  return { sequence };
};
// The first log is that of a database without one: its start finds no record that it has sealed.
AuditLog.prototype.show = async function show(this: AuditLog) {
  return this.head;
};

await import('../../../src/cli/main.js');
