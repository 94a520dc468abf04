/** Announces changes that the node makes before it serves requests. */
import type { AuditLog } from '../../audit/index.js';
import { type Change, editedTargets } from '../../datastore/index.js';
import type { EventLog } from '../../events/index.js';
import type { Tx } from '../../store/index.js';
import { auditEventOf } from '../audit-event.js';
import { recordOf } from '../audit-record.js';
import { configChangeEvent } from '../notifications/config-change.js';
import { itself } from './change-running.js';
import { lostEntry, RESTORED } from './lost-edits.js';

export interface AnnouncementsAtStart {
  /** Announces that a confirmed commit, pending when the node stopped, was undone. */
  restored(tx: Tx, change: Change, lost: readonly string[]): Promise<void>;
  /** Announces that running was loaded from startup. */
  loaded(tx: Tx, change: Change): Promise<void>;
}

/** @param records absent: what is lost is announced, and not recorded */
export function announcementsAtStart(events: EventLog, records?: AuditLog): AnnouncementsAtStart {
  const loaded = async (tx: Tx, { edit }: Change) => {
    if (edit.children.size > 0) await events.append(tx, configChangeEvent('running', editedTargets(edit), 'server'));
  };
  return {
    loaded,
    restored: async (tx, change, lost) => {
      await loaded(tx, change);
      records?.append(tx, recordOf(itself, RESTORED, noDigest));
      if (lost.length > 0) {
        records?.append(tx, recordOf(itself, lostEntry(lost), noDigest));
        await events.append(tx, auditEventOf(itself, lostEntry(lost)));
      }
      await events.append(tx, {
        name: 'ietf-netconf-notifications:netconf-confirmed-commit',
        value: { 'confirm-event': 'timeout' },
      });
    },
  };
}

/** Neither entry has an input. */
const noDigest = () => '';
