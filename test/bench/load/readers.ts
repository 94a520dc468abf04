/** Readers of a session of ours, of a topic of MQTT or of a room of XMPP, a process of its own. Tells when each of them has all messages. */
import { type InboxReading, openInboxReader } from './inbox-reader.js';
import { type MqttPlace, openMqttReader } from './mqtt-wire.js';
import { MESSAGE } from './post-wires.js';
import { openSessionReader, type SessionReading } from './session-reader.js';
import { answer, followSteps, options } from './steering.js';
import { Tally } from './tally.js';
import { openXmppReader, type XmppPlace } from './xmpp-wire.js';

/** The way in which they read. */
export type Reading =
  | ({ readonly kind: 'receive' } & SessionReading)
  | ({ readonly kind: 'inbox' } & InboxReading)
  | ({ readonly kind: 'mqtt' } & MqttPlace)
  | ({ readonly kind: 'xmpp' } & XmppPlace);

export interface ReadersOptions {
  readonly reading: Reading;
  /** Names of the readers. */
  readonly readers: readonly string[];
  /** For each of them. */
  readonly messages: number;
}

const { reading, readers, messages } = options<ReadersOptions>();
const tally = new Tally(readers.length * messages);
const received = (number: number) => {
  for (let message = 0; message < number; message++) tally.add();
};

function open(name: string): Promise<void> {
  switch (reading.kind) {
    case 'receive':
      return openSessionReader(reading, name, received);
    case 'inbox':
      return openInboxReader(reading, name, received);
    case 'mqtt':
      return openMqttReader(reading, MESSAGE, name, received);
    case 'xmpp':
      return openXmppReader(reading, name, received);
  }
}

for (const name of readers) await open(name);
answer({ reading: readers.length });
followSteps({});
