import { requireEntry } from '../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import { problem } from '../../fields/problems/problem.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { listParameters } from '../http/operation/parameters.ts';
import type { Parameter, Schema } from '../http/operation/operation.ts';
import { json } from '../http/operation/schemas.ts';
import { totalHeader } from '../records/record-operations.ts';
import { Page } from '../../contract/lists.ts';
import { publicRecordSchema } from '../records/record-schemas.ts';
import { publicRole, toPublicDescriptor } from '../../descriptor/permissions/as-public.ts';
import type { Call } from '../http/call.ts';
import { blobAnswers, blobParameters, fileId } from '../http/operation/blobs.ts';
import { restrictionOf } from '../../services/acting.ts';
import { refuse, refuseAs, refuseQuery } from '../../services/refusal.ts';
import { type Route, route, queryRoute } from '../http/route.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import type { StoredRecord } from '../../store/store.ts';
import { toVisibleRecord } from '../../services/refuse-write.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { toListBody } from '../records/list-records.ts';
import { createHash } from 'node:crypto';
import { answerBlob } from '../http/answer/answer-blob.ts';
import { filesOfRecord } from '../records/files-of-record.ts';
import { answerEmpty, answerJson, type Reply } from '../http/answer/answer.ts';
import type { Body } from '../http/answer/compress.ts';
import { matchesEtag } from '../http/answer/etag.ts';

const text: Schema = { type: 'string' };
const ifNoneMatch: Parameter = { name: 'If-None-Match', in: 'header', schema: text };
const cacheHeaders = {
  ETag: { description: 'Identifies this version of the response.', schema: text },
  'Cache-Control': { description: 'The response can be cached for one minute.', schema: text },
};
const unchanged = { description: 'Unchanged', headers: cacheHeaders };

/**
 * A call that is open to everyone. The narrowed descriptor, without anything that is not public, parses the
 * query; the rows come from the original resource, which has the columns of the database.
 */
type PublicCall = { call: Call; seen: Descriptor; narrowed: Resource; resource: Resource };

/** The routes of the published resources: `/api/public/chems`. Other names are unknown paths. */
export function publicRoutes(descriptor: Descriptor): Route[] {
  const seen = toPublicDescriptor(descriptor);
  return [...seen.resources.values()].flatMap((narrowed) => {
    const resource = requireEntry(descriptor.resources, narrowed.name);
    const label = textIn(narrowed.label, 'en');
    const path = `/api/public/${narrowed.name}`;
    const run =
      (answer: (publicCall: PublicCall) => Promise<Reply>) =>
      (call: Call): Promise<Reply> =>
        answer({ call: toPublicCall(call, seen), seen, narrowed, resource });
    const list = queryRoute(`GET ${path}`, run(listPublicRecords), 'nobody', () => ({
      operationId: `${narrowed.name}.publicList`,
      summary: `List published records of ${label}`,
      parameters: [...listParameters(narrowed, ['_id']), ifNoneMatch],
      responses: {
        200: {
          ...json('A page of records', Page, publicRecordSchema(narrowed, true)),
          headers: { ...totalHeader, ...cacheHeaders },
        },
        304: unchanged,
      },
    }));
    return withFormerName(descriptor, resource, [
      list,
      { ...list, path: `${path}/`, alias: true },
      route(`GET ${path}/:id`, run(getPublicRecord), 'nobody', () => ({
        operationId: `${narrowed.name}.publicGet`,
        summary: `Get a published record of ${label}`,
        parameters: [ifNoneMatch],
        responses: {
          200: { ...json('The record', publicRecordSchema(narrowed)), headers: cacheHeaders },
          304: unchanged,
        },
      })),
      ...(fileFields(narrowed).length === 0
        ? []
        : [
            queryRoute(`GET ${path}/:id/files/:file`, run(getPublicFile), 'nobody', () => ({
              operationId: `${narrowed.name}.publicFile`,
              summary: `Get a file of a published record of ${label}`,
              parameters: [fileId, ...blobParameters],
              responses: blobAnswers,
              problems: [416],
            })),
          ]),
    ]);
  });
}

/**
 * The routes also under the name before a rename, which mails and other sites still have, unless another collection has
 * that name now.
 */
export function withFormerName(
  { resources }: Descriptor,
  { name, was }: Resource,
  routes: readonly Route[],
): readonly Route[] {
  if (was === undefined || resources.has(was)) return routes;
  const former = (path: string) => path.replace(`/api/public/${name}`, `/api/public/${was}`);
  return [
    ...routes,
    ...routes.map((each): Route => ({ ...each, path: former(each.path), alias: true })),
  ];
}

/** Hides the records that are not published, also behind references and in rollups. */
export function toPublicCall(call: Call, seen: Descriptor): Call {
  const restriction = restrictionOf({ descriptor: seen, role: publicRole });
  const { services } = call;
  if (!restriction) return { ...call, role: publicRole };
  // The store asks by its own resources, which have the columns of the database.
  const rowsOf = ({ name }: Resource) => {
    const published = seen.resources.get(name);
    return published && restriction.rowsOf(published);
  };
  const store = services.store.restrictedTo({ ...restriction, rowsOf });
  return { ...call, role: publicRole, services: { ...services, store } };
}

/** The bytes of a file in a published field. */
async function getPublicFile({ call, narrowed, resource }: PublicCall): Promise<Reply> {
  const { id, file } = call.params;
  const row = isRecordId(id)
    ? await call.services.store.get(resource, id, narrowed.publicFields)
    : undefined;
  const record = row && (JSON.parse(row.json) as StoredRecord);
  const published = record && filesOfRecord(narrowed, record).find((each) => each.id === file);
  return published ? await answerBlob(call, published, CACHE) : refuse(problem('S001', 'file'));
}

async function getPublicRecord(publicCall: PublicCall): Promise<Reply> {
  const { call, seen, narrowed, resource } = publicCall;
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const row = await call.services.store.get(resource, id, narrowed.publicFields);
  if (!row) return refuseAs('S001');

  const record = JSON.parse(row.json) as StoredRecord;
  const view = { ...call, descriptor: seen, role: publicRole };
  return answerPublic(call, JSON.stringify(toVisibleRecord(view, narrowed, record)), {});
}

async function listPublicRecords(publicCall: PublicCall): Promise<Reply> {
  const { call, seen, narrowed, resource } = publicCall;
  const { query: params, services } = call;
  const context = { descriptor: seen, role: publicRole, resource: narrowed };
  const parsed = parseListQuery({ ...context, params });
  if ('problems' in parsed) return refuseQuery(parsed.problems);
  const { publicFields } = narrowed;
  // Without `_fields` the stamps would be included, which reveal who works here and when.
  const query = { ...parsed.query, fields: parsed.query.fields ?? publicFields };

  const list = await services.store.list(resource, query, publicFields);
  const { total } = list;
  const headers: Record<string, string> = total === null ? {} : { 'X-Total-Count': String(total) };
  return answerPublic(call, toListBody(list, query), headers);
}

/** How long caches may keep a response. */
const CACHE = 'public, max-age=60';

/** A response for everyone, which caches may store; its ETag is a hash of its text. */
export function answerPublic(
  call: Call,
  body: Body,
  headers: Readonly<Record<string, string>>,
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const all = { ...headers, ETag: etag, 'Cache-Control': CACHE };
  return matchesEtag(call.request.headers.get('If-None-Match'), etag)
    ? answerEmpty(call, 304, all)
    : answerJson(call, 200, body, all);
}
