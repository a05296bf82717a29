import type { DataProvider, RaRecord } from 'react-admin';
import { mayDo } from '../../descriptor/access.ts';
import { type Descriptor, type Resource, systemFields } from '../../descriptor/descriptor.ts';
import { AS_OF } from '../../descriptor/filter/past-query.ts';
import { namingFields } from '../../descriptor/title.ts';
import { createBulk, type Bulk, createWriteRecords, type WriteRecords } from './bulk.ts';
import {
  fitTotal,
  flattenFilters,
  toListQuery,
  type ListRequest,
  type Filters,
} from './list-query.ts';
import { isExact, toMergePatch } from '../../descriptor/merge-patch.ts';
import { createDownload, type Download } from './download.ts';
import { withFormErrors } from './form-errors.ts';
import type { Http } from './http.ts';
import { listRanked } from './ranked-list.ts';
import type { Action } from '../../descriptor/actions.ts';
import type { Neighbours } from '../../contract/lists.ts';

/** react-admin's data provider for our API, with the additional calls our screens need. */
export type RecordProvider = DataProvider & {
  act: Act;
  bulk: Bulk;
  download: Download;
  neighbours: FindNeighbours;
  writeRecords: WriteRecords;
};

type Parts = { http: Http; descriptor: Descriptor; role: string };

type ListMeta = Pick<ListRequest, 'fields' | 'total'> & {
  /** The records that the search text means, the most likely first, instead of a page of all that have it. */
  ranked?: boolean;
};

// 150 ids of 36 characters keep the address below the 8 KB that the server reads.
const IDS_PER_CALL = 150;

/**
 * Reads and writes records over HTTP. `_id` is react-admin's `id`. A write carries the
 * version it is based on. A refusal throws an `HttpError` whose body is the problem
 * document, with `errors` for the fields of the form in the user's language.
 */
export function createDataProvider({ http, descriptor, role }: Parts): RecordProvider {
  const list = async (resource: Resource, request: ListRequest, signal?: AbortSignal) => {
    const { json } = await http.call(`${resource.root}?${toListQuery(request)}`, {
      signal: signal ?? null,
    });
    const { total, totalIsEstimate } = fitTotal(json, request.pagination);
    const meta = { totalIsEstimate, hasMore: json.next !== null };
    return { data: json.data.map(toRecord), total, meta };
  };

  /** Beyond the end, to which an estimated total can lead, returns the last page; react-admin then moves to it. */
  const listWithin: typeof list = async (resource, request, signal) => {
    const answer = await list(resource, request, signal);
    const { page = 1, perPage = 1 } = request.pagination ?? {};
    if (answer.data.length > 0 || page <= 1) return answer;
    const first = { ...request, pagination: { page: 1, perPage: 1 }, fields: ['_id'] };
    const { total = 0 } = await list(resource, { ...first, total: 'exact' }, signal);
    const last = Math.ceil(total / perPage);
    if (last === 0 || last >= page) return answer;
    return list(resource, { ...request, pagination: { page: last, perPage } }, signal);
  };

  const provider: DataProvider = {
    supportAbortSignal: true,

    getList(name, { pagination, sort, filter, meta, signal }) {
      const { fields, total, ranked } = (meta ?? {}) as ListMeta;
      const { q } = (filter ?? {}) as { q?: unknown };
      if (ranked && typeof q === 'string' && q.trim() !== '')
        return listRanked(http, find(name), filter as Filters, {
          read: async (ids) => (await provider.getMany(name, { ids })).data,
          signal,
        });
      return listWithin(find(name), { pagination, sort, filter, fields, total }, signal);
    },

    async getOne(name, { id, meta, signal }) {
      const { asOf } = (meta ?? {}) as { asOf?: string };
      const query = asOf === undefined ? '' : `?${new URLSearchParams({ [AS_OF]: asOf })}`;
      const { json } = await http.call(pathOf(find(name), id) + query, { signal: signal ?? null });
      return { data: toRecord(json) };
    },

    /** Returns the titles of referenced records; none if the role may not list them. */
    async getMany(name, { ids, signal }) {
      const resource = descriptor.resources.get(name);
      if (!resource || !mayDo(descriptor, role, resource, 'list')) return { data: [] };
      const fields = [...namingFields(resource), ...(resource.tree ? [resource.tree.field] : [])];
      const answers = await Promise.all(
        inChunks([...new Set(ids)]).map((chunk) =>
          list(
            resource,
            {
              filter: { _id_in: chunk },
              pagination: { page: 1, perPage: IDS_PER_CALL },
              fields,
              total: 'none',
            },
            signal,
          ),
        ),
      );
      return { data: answers.flatMap((answer) => answer.data) };
    },

    getManyReference(name, { target, id, pagination, sort, filter, meta, signal }) {
      const both = { ...flattenFilters(filter), [target]: id };
      return list(find(name), { pagination, sort, filter: both, fields: meta?.fields }, signal);
    },

    create(name, { data }) {
      const resource = find(name);
      return withFormErrors(resource, async () => {
        const init = { method: 'POST', body: fromRecord(data), headers: byForm };
        const { json } = await http.call(resource.root, init);
        return { data: toRecord(json) };
      });
    },

    update(name, { id, data, previousData }) {
      const resource = find(name);
      return withFormErrors(resource, async () => {
        const before = fromRecord(previousData);
        const after = { ...before, ...fromRecord(data) };
        const patch = toMergePatch(before, after);
        const headers = { ...byForm, ...ifMatch(previousData?._version ?? data._version) };
        const { json } = isExact(patch, before, after)
          ? await http.call(pathOf(resource, id), { method: 'PATCH', body: patch, headers })
          : await http.call(resource.root, { method: 'PUT', body: { _id: id, ...after }, headers });
        return { data: toRecord(json) };
      });
    },

    async updateMany(name, { ids, data }) {
      const summary = await bulk(name, { action: 'update', ids, data: fromRecord(data) });
      return { data: withoutFailed(ids, summary.problems) };
    },

    /** `meta.changeSet` names the change set of the deletion, so that it can be undone. */
    async delete(name, { id, previousData, meta }) {
      const { changeSet } = (meta ?? {}) as { changeSet?: string };
      const headers = {
        ...byForm,
        ...ifMatch(previousData?._version),
        ...(changeSet !== undefined && { 'Change-Set': changeSet }),
      };
      const { json } = await http.call(pathOf(find(name), id), { method: 'DELETE', headers });
      return { data: toRecord(json) };
    },

    async deleteMany(name, { ids }) {
      const summary = await bulk(name, { action: 'delete', ids });
      return { data: withoutFailed(ids, summary.problems) };
    },
  };

  function find(name: string): Resource {
    const resource = descriptor.resources.get(name);
    if (resource === undefined) throw new Error(`There is no resource "${name}" in the descriptor`);
    return resource;
  }

  const bulk = createBulk(http, find);

  return {
    ...provider,
    async act({ action: { method, path, form: fields, step }, record, form }) {
      const values = { ...form, ...(step && { [step.field]: step.to }) };
      const version = typeof record._version === 'number' ? `"${record._version}"` : '*';
      const { json } = await http.call(path.replace('{_id}', encodeURIComponent(record.id)), {
        method,
        headers: { 'If-Match': version },
        ...((fields.size > 0 || step) && { body: values }),
      });
      return toRecord(json) as RaRecord;
    },
    bulk,
    download: createDownload(http, find),
    async neighbours(name, { id, filter, sort, signal }) {
      const path = `${pathOf(find(name), id)}/neighbours?${toListQuery({ filter, sort })}`;
      return (await http.call<Neighbours>(path, { signal: signal ?? null })).json;
    },
    writeRecords: createWriteRecords(http, find),
  };
}

/** What the history says about changes that are made one record at a time. */
const byForm = { 'Change-Way': 'form' };

function pathOf(resource: Resource, id: string | number): string {
  return `${resource.root}/${encodeURIComponent(id)}`;
}

function ifMatch(version: unknown): Record<string, string> {
  return typeof version === 'number' ? { 'If-Match': `"${version}"` } : {};
}

function inChunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / IDS_PER_CALL) }, (_, index) =>
    all.slice(index * IDS_PER_CALL, (index + 1) * IDS_PER_CALL),
  );
}

function withoutFailed(ids: readonly (string | number)[], problems: readonly { _id?: string }[]) {
  const failed = new Set(problems.map((problem) => problem._id));
  return ids.filter((id) => !failed.has(String(id)));
}

/** An action, the record it is applied to, and the values of its form. */
type ActOrder = {
  action: Action;
  record: { id: string | number; _version?: unknown };
  form: Readonly<Record<string, unknown>>;
};

/** Returns the record as it is after the action. */
type Act = (order: ActOrder) => Promise<RaRecord>;

/** A list whose records a user steps through. */
export type BrowsedList = { filter: Filters; sort: { field: string; order: string } };

/** Returns the records before and after a record in a list, its position, and the total. */
type FindNeighbours = (
  resource: string,
  order: BrowsedList & { id: string; signal?: AbortSignal },
) => Promise<Neighbours>;

/** The record for react-admin, with `_id` as `id` too. It is `any`, because react-admin infers the type from its use. */
export function toRecord(json: Record<string, unknown>): any {
  return { ...json, id: json._id };
}

/** The record as a client may send it: without `id` and the six fields that only the server sets. */
function fromRecord(record: Partial<RaRecord> | undefined): Record<string, unknown> {
  const own = { ...record };
  delete own.id;
  for (const name of systemFields) delete own[name];
  // Values of other records, which lists return for titles.
  for (const name of Object.keys(own)) if (name.includes('.')) delete own[name];
  return own;
}
