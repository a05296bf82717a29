import type { DataProvider, RaRecord } from 'react-admin';
import { mayDo, readableFields } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { AS_OF } from '../../descriptor/filter/past-query.ts';
import { namingFields } from '../../descriptor/title.ts';
import { createAct, type Act } from './act.ts';
import {
  createBulk,
  createWriteRecords,
  requireWhole,
  type Bulk,
  type WriteRecords,
} from './bulk.ts';
import {
  fitTotal,
  flattenFilters,
  matchesNothing,
  toListQuery,
  type ListRequest,
  type Filters,
} from './list-query.ts';
import { isExact, toMergePatch } from '../../descriptor/merge-patch.ts';
import { createDownload, type Download } from './download.ts';
import { withFormErrors } from './form-errors.ts';
import type { Http } from './http.ts';
import { fromRecord, ownIdOf, toRecord } from './record-json.ts';
import { listRanked } from './ranked-list.ts';
import type { Neighbours, Page } from '../../contract/lists.ts';

/** react-admin's data provider for our API, with the additional calls our screens need. */
export type RecordProvider = DataProvider & {
  act: Act;
  bulk: Bulk;
  download: Download;
  neighbours: FindNeighbours;
  writeRecords: WriteRecords;
};

type RecordJson = Readonly<Record<string, unknown>>;

type Parts = { http: Http; descriptor: Descriptor; role: string };

type ListMeta = Pick<ListRequest, 'fields' | 'total'> & {
  /** The records that the search text means, the most likely first, instead of a page of all that have it. */
  ranked?: boolean;
  /** Only the fields that a title needs (`titlesMeta`); read by their `_id`s. */
  titles?: boolean;
};

// 150 ids of 36 characters keep the address below the 8 KB that the server reads.
const IDS_PER_CALL = 150;

/**
 * Reads and writes records over HTTP. `_id` is react-admin's `id`. A write carries the
 * version it is based on. A refusal throws an `HttpError` whose body is the problem
 * document, with `errors` for the fields of the form in the user's language.
 */
export function createDataProvider({ http, descriptor, role }: Parts): RecordProvider {
  const list = async <Of extends RaRecord>(
    resource: Resource,
    request: ListRequest,
    signal?: AbortSignal,
  ) => {
    const { json } = await http.call<Page>(`${resource.root}?${toListQuery(request)}`, {
      signal,
    });
    const { total, totalIsEstimate } = fitTotal(json, request.pagination);
    const meta = { totalIsEstimate, hasMore: json.next !== null };
    return { data: json.data.map((each: RecordJson) => toRecord<Of>(each)), total, meta };
  };

  /** Beyond the end, to which an estimated total can lead, returns the last page; react-admin then moves to it. */
  const listWithin: typeof list = async <Of extends RaRecord>(
    ...[resource, request, signal]: Parameters<typeof list>
  ) => {
    const answer = await list<Of>(resource, request, signal);
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

    async getList(name, { pagination, sort, filter, meta, signal }) {
      if (matchesNothing(filter)) return { ...nothing };
      const { fields, total, ranked } = (meta ?? {}) as ListMeta;
      const { q } = (filter ?? {}) as { q?: unknown };
      if (ranked && typeof q === 'string' && q.trim() !== '')
        return listRanked(http, find(name), filter as Filters, {
          read: async (ids) => (await provider.getMany(name, { ids, meta })).data,
          signal,
        });
      return listWithin(find(name), { pagination, sort, filter, fields, total }, signal);
    },

    async getOne(name, { id, meta, signal }) {
      const { asOf } = (meta ?? {}) as { asOf?: string };
      const query = asOf === undefined ? '' : `?${new URLSearchParams({ [AS_OF]: asOf })}`;
      const { json } = await http.call<RecordJson>(pathOf(find(name), id) + query, {
        signal,
      });
      return { data: toRecord(json) };
    },

    /** Returns no record if the role may not list them. */
    async getMany<Of extends RaRecord>(
      name: string,
      { ids, meta, signal }: Parameters<DataProvider['getMany']>[1],
    ) {
      const resource = descriptor.resources.get(name);
      if (!resource || !mayDo(descriptor, role, resource, 'list')) return { data: [] };
      const { titles, fields = titles ? fieldsOfTitle(resource) : undefined } = (meta ??
        {}) as ListMeta;
      const answers = await Promise.all(
        inChunks([...new Set(ids)]).map((chunk) =>
          list<Of>(
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

    async getManyReference(name, { target, id, pagination, sort, filter, meta, signal }) {
      if (matchesNothing(filter)) return { ...nothing };
      const both = { ...flattenFilters(filter), [target]: id };
      return list(find(name), { pagination, sort, filter: both, fields: meta?.fields }, signal);
    },

    async create(name, { data }) {
      const resource = find(name);
      return withFormErrors(resource, async () => {
        const body = { ...fromRecord(data), ...ownIdOf(data) };
        const init = { method: 'POST', body, headers: byForm };
        const { json } = await http.call<RecordJson>(resource.root, init);
        return { data: toRecord(json) };
      });
    },

    /** Without the whole record before, it is read: nothing else says which fields change. */
    async update(name, { id, data, previousData }) {
      const resource = find(name);
      return withFormErrors(resource, async () => {
        const isWhole = readableFields(descriptor, role, resource).every(
          (field) => previousData?.[field] !== undefined,
        );
        const whole = isWhole ? previousData : (await provider.getOne(name, { id })).data;
        const before = fromRecord(whole);
        const after = { ...before, ...fromRecord(data) };
        const patch = toMergePatch(before, after);
        const base: unknown = previousData?._version ?? data._version ?? whole._version;
        const headers = { ...byForm, ...ifMatch(currentVersion(name, id, base)) };
        const { json } = isExact(patch, before, after)
          ? await http.call<RecordJson>(pathOf(resource, id), {
              method: 'PATCH',
              body: patch,
              headers,
            })
          : await http.call<RecordJson>(resource.root, {
              method: 'PUT',
              body: { _id: id, ...after },
              headers,
            });
        ownWrites.set(`${name}/${id}`, { base, version: json._version });
        return { data: toRecord(json) };
      });
    },

    async updateMany(name, { ids, data }) {
      const summary = await bulk(name, { action: 'update', ids, data: fromRecord(data) });
      requireWhole(summary);
      return { data: ids };
    },

    /**
     * `meta.changeSet` names the change set of the deletion, so that it can be undone. Without the record before, it
     * deletes whatever is there, as react-admin means it.
     */
    async delete(name, { id, previousData, meta }) {
      const { changeSet } = (meta ?? {}) as { changeSet?: string };
      const headers = {
        ...byForm,
        'If-Match': '*',
        ...ifMatch(currentVersion(name, id, previousData?._version)),
        ...(changeSet !== undefined && { 'Change-Set': changeSet }),
      };
      const { json } = await http.call<RecordJson>(pathOf(find(name), id), {
        method: 'DELETE',
        headers,
      });
      return { data: toRecord(json) };
    },

    async deleteMany(name, { ids }) {
      const summary = await bulk(name, { action: 'delete', ids });
      requireWhole(summary);
      return { data: ids };
    },
  };

  function find(name: string): Resource {
    const resource = descriptor.resources.get(name);
    if (resource === undefined) throw new Error(`There is no resource "${name}" in the descriptor`);
    return resource;
  }

  const bulk = createBulk(http, find);

  // A form that is saved twice shows its own first write before the server has answered, still under the old version.
  const ownWrites = new Map<string, { base: unknown; version: unknown }>();
  function currentVersion(name: string, id: RaRecord['id'], base: unknown): unknown {
    const own = ownWrites.get(`${name}/${id}`);
    return own && own.base === base ? own.version : base;
  }

  return {
    ...provider,
    act: createAct(http),
    bulk,
    download: createDownload(http, find),
    async neighbours(name, { id, filter, sort, signal }) {
      const path = `${pathOf(find(name), id)}/neighbours?${toListQuery({ filter, sort })}`;
      return (await http.call<Neighbours>(path, { signal })).json;
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

const nothing = { data: [], total: 0 };

function fieldsOfTitle(resource: Resource): readonly string[] {
  return [...namingFields(resource), ...(resource.tree ? [resource.tree.field] : [])];
}

/** A list whose records a user steps through. */
export type BrowsedList = { filter: Filters; sort: { field: string; order: string } };

/** Returns the records before and after a record in a list, its position, and the total. */
type FindNeighbours = (
  resource: string,
  order: BrowsedList & { id: string; signal?: AbortSignal },
) => Promise<Neighbours>;
