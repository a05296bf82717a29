/**
 * A process of its own that opens the embedded database of a folder, creates records one after the
 * other, and says `written <id>` once each is acknowledged. Started by tests to be killed.
 * `node embedded-writer.ts <folder> idle|write`
 */
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';

const [dir = '', task] = process.argv.slice(2);
const log = { info() {}, warn() {} };
const embedded = await openEmbedded({ dir, log, durable: task === 'write' });
say(embedded.takenOver ? 'taken over' : 'started');

process.on('SIGTERM', () => {
  void embedded.stop().then(() => process.exit(0));
});

if (task === 'write') {
  const descriptor = toDescriptor({ resources: { notes: { fields: { text: { type: 'text' } } } } });
  const database = await openDatabase({ url: embedded.url, log });
  await applyAdditive(database, descriptor);
  const store = createStore(database, () => descriptor);
  const notes = descriptor.resources.get('notes')!;
  for (let number = 0; ; number++) {
    try {
      const outcome = await store.create(notes, { text: `note ${number}` }, { userId: null });
      if ('record' in outcome) say(`written ${outcome.record._id}`);
    } catch {
      // The database was killed under us; it comes back, and we go on.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
setInterval(() => {}, 1_000);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
