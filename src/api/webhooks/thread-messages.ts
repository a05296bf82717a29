import { mayComment } from '../../services/threads/reader.ts';
import { readThreadDeliveries } from '../../store/system/webhooks/thread-deliveries.ts';
import { type Change, type CollectionParts, toTests } from './messages.ts';

/**
 * Adds the bodies of messages about threads of one collection, by `seq`. There is none for a thread that the role may
 * not see now: because it may not comment, of a record that it may not see or that does not meet the filter, or about
 * fields that the webhook does not send.
 */
export async function addThreadMessages(
  messages: Map<string, string>,
  services: CollectionParts,
  changes: readonly Change[],
): Promise<void> {
  const { database, store, descriptor, role, scope } = services;
  const { resource, fields, systemFields } = scope;
  if (!mayComment(descriptor, role, resource)) return;
  const rows = await readThreadDeliveries(
    database,
    changes.map(({ seq }) => seq),
  );
  const ids = [...new Set(rows.map(({ record }) => record))];
  const records = await store.findMany(resource, '_id', ids);
  const states = records.map((after) => ({ before: null, after }));
  const { sees, meets } = await toTests(services, states);
  const seen = new Set(
    records.filter((record) => sees(record) && meets(record)).map(({ _id }) => _id),
  );
  for (const { seq, event: type, at: timestamp, by, message, text, ...row } of rows) {
    const { record: id, thread, fields: about, status } = row;
    const isSent = about.every((name) => fields.includes(name) || systemFields.includes(name));
    if (!seen.has(id) || !isSent) continue;
    const said = { message, ...(systemFields.includes('updatedBy') && { by }), text };
    const data = { resource: resource.name, id, thread, fields: about, status };
    const body = { type, timestamp, data: { ...data, ...(message !== null && said) } };
    messages.set(seq, JSON.stringify(body));
  }
}
