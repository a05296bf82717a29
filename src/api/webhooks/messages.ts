import { requireEntry } from '../../fields/require-entry.ts';
import type { WebhookEvent } from '../../contract/webhooks.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import { momentWithoutUser } from '../../descriptor/filter/tokens.ts';
import { rowFilters } from '../../descriptor/filter/row-filters.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import type { Database } from '../../store/connection/database.ts';
import type { Store } from '../../store/store.ts';
import { listChangesSince, type FieldsChange } from '../../store/system/past/record-history.ts';
import { createWalk, toSight } from '../../store/system/past/walk-back.ts';
import { mayComment } from '../../services/threads/reader.ts';
import { readThreadDeliveries } from '../../store/system/webhooks/thread-deliveries.ts';
import type { WebhookScope, WebhookScopes } from './webhook-rules.ts';

/** The most bytes of a message; a larger one has no values. */
const MOST_BYTES = 262_144;

/** A change of a record to send. An event of a thread does not change its record, so the history has no row for it. */
type Change = { seq: string; resource: string; id: string; event: WebhookEvent };

/** What `toMessages` reads. Its store has all records; the role limits what is sent. */
export type MessageParts = {
  database: Database;
  store: Store;
  descriptor: Descriptor;
  role: string;
  /** By collection; a change of another one has no message. */
  scopes: WebhookScopes;
  /** Without the filter of the webhook, for a test. */
  unfiltered?: boolean;
};

/** What the messages of one collection need. */
type CollectionParts = Omit<MessageParts, 'scopes'> & { scope: WebhookScope };

/**
 * The bodies of the messages for these changes, by `seq`. There is none for a change that the role may not see, that
 * does not meet the filter, or that changed none of the fields to send. The record is as it was right after the change;
 * a deleted one, right before it.
 */
export async function toMessages(
  services: MessageParts,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  for (const [name, ofOne] of Map.groupBy(changes, ({ resource }) => resource)) {
    const scope = services.scopes.get(name);
    if (!scope) continue;
    const isThread = ({ event }: Change): boolean => event.startsWith('thread.');
    for (const [isOf, some] of Map.groupBy(ofOne, isThread))
      await (isOf ? addThreadMessages : addMessages)(messages, { ...services, scope }, some);
  }
  return messages;
}

async function addMessages(
  messages: Map<string, string>,
  services: CollectionParts,
  changes: readonly Change[],
): Promise<void> {
  const states = await readStates(services, changes);
  const { sees, meets } = await toTests(services, states);
  for (const { change, row, before, after } of states) {
    const record = change.event === 'deleted' ? before : after;
    if (!record || !sees(record) || !meets(record)) continue;
    const sawBefore = before !== null && sees(before);
    const message = toMessage(services.scope, change, row, { record, sawBefore });
    if (message !== undefined) messages.set(change.seq, message);
  }
}

type State = {
  change: Change;
  row: FieldsChange;
  before: JsonObject | null;
  after: JsonObject | null;
};

/** Walks each record back from today to its changes. */
async function readStates(
  { database, store, scope: { resource } }: CollectionParts,
  changes: readonly Change[],
): Promise<State[]> {
  const byRecord = Map.groupBy(changes, ({ id }) => id);
  const ids = [...byRecord.keys()];
  const since = String(Math.min(...changes.map(({ seq }) => Number(seq))));
  // Before the history, because the walk leaves out what is later than the record.
  const records = await store.findMany(resource, '_id', ids);
  const rows = await listChangesSince(database, { resource: resource.name, ids, since });
  const rowsOf = Map.groupBy(rows, ({ id }) => id);
  const recordOf = new Map<string, JsonObject>(records.map((record) => [record._id, record]));
  return ids.flatMap((id) => {
    const ownRows = rowsOf.get(id) ?? [];
    const walk = createWalk(recordOf.get(id), ownRows);
    const latestFirst = requireEntry(byRecord, id).toSorted(
      (a, b) => Number(b.seq) - Number(a.seq),
    );
    return latestFirst.flatMap((change): State[] => {
      const row = ownRows.find(({ seq }) => seq === change.seq);
      const after = walk.at(Number(change.seq));
      return row ? [{ change, row, after, before: walk.at(Number(change.seq) - 1) }] : [];
    });
  });
}

/** What the role may see, and what the webhook is about. A filter about the user matches nothing: there is none. */
async function toTests(
  { store, descriptor, role, scope: { resource, filter }, unfiltered }: CollectionParts,
  states: readonly Pick<State, 'before' | 'after'>[],
) {
  const there = states
    .flatMap(({ before, after }) => [before, after])
    .filter((each) => each !== null);
  const asker = { role, ...momentWithoutUser(resource) };
  const rowsOf = (of: Resource) => rowFilters(descriptor, asker, of);
  const see = rowsOf(resource)?.see;
  const settledSee = see && (await store.settle(resource, see, there));
  const { sees } = toSight(descriptor, resource, see, settledSee);
  const settled =
    filter && !unfiltered ? await store.settle(resource, filter, there, rowsOf) : undefined;
  return {
    sees: (record: JsonObject) => sees(record, true),
    meets: (record: JsonObject) => !settled || evaluateFilter(settled, record),
  };
}

function toMessage(
  { resource, fields, systemFields, seesPast }: WebhookScope,
  { id, event }: Change,
  { at, by, version, before }: FieldsChange,
  { record, sawBefore }: { record: JsonObject; sawBefore: boolean },
): string | undefined {
  const changed =
    event === 'updated' ? fields.filter((name) => Object.hasOwn(before ?? {}, name)) : [];
  if (event === 'updated' && changed.length === 0) return undefined;
  const pick = (from: JsonObject, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const data = {
    resource: resource.name,
    id,
    version,
    ...(systemFields.includes('updatedBy') && { by }),
    ...(event === 'updated' && { changed }),
  };
  const values = {
    ...(event === 'updated' && seesPast && sawBefore && { before: pick(before ?? {}, changed) }),
    record: pick(record, [...systemFields, ...fields]),
  };
  const write = (content: object) =>
    JSON.stringify({ type: `${resource.name}.${event}`, timestamp: at, data: content });
  const whole = write({ ...data, ...values });
  if (Buffer.byteLength(whole) <= MOST_BYTES) return whole;
  return write({ ...data, tooLarge: true });
}

/**
 * Adds the bodies of messages about threads of one collection, by `seq`. There is none for a thread that the role may
 * not see now: because it may not comment, of a record that it may not see or that does not meet the filter, or about
 * fields that the webhook does not send.
 */
async function addThreadMessages(
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
