import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../admin/extending.ts';
import { useResource } from '../../admin/kit/use-resource.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { sortByValue, type Measured } from './value-order.ts';

export type UsedMapping = {
  _id: string;
  mappingId: string;
  mappingType: string;
  rawTerm: string;
  rawCas: string | null;
};

/** The number of ids that fit into an address. */
export const PAGE_SIZE = 50;
const MOST_MAPPINGS = 200;

export type Extraction = Measured & {
  extractionId: string;
  source: string;
  rawChemName: string;
  rawCas: string | null;
  rawFoodContactArticle: string | null;
  qualifier: string | null;
  valueRaw: string | null;
  unit: string | null;
  page: string | null;
};

export type Provenance = {
  extractions: Extraction[];
  total: number;
  sources: Map<string, Record<string, unknown>>;
  mappings: UsedMapping[];
};

/** Fields the user may not read are missing. */
export type Master = Partial<Record<'extractions' | 'sources' | 'mappings', string[]>> &
  Partial<Record<'valueMin' | 'valueMax', number | null>> & { unit?: string | null };

/** The orders of the extractions. */
export const orders = ['source', 'highest', 'lowest'] as const;

export type Order = (typeof orders)[number];

export type ExtremeName = 'valueMin' | 'valueMax';

/** The extractions of a master, a page at a time, with their sources and mappings. */
export function useProvenance(id: string, page: number, order: Order) {
  const { resource: masters } = useResource('masters');
  const { resource: extractions } = useResource('extractions');
  const { resource: sources } = useResource('sources');
  const { resource: mappings } = useResource('mappings');
  const master = useQuery({
    queryKey: ['masters', 'provenance', id],
    queryFn: async ({ signal }) =>
      (await call<Master>(`${masters.root}/${encodeURIComponent(id)}`, { signal })).json,
  });
  const record = master.data;
  const reading = useQuery({
    queryKey: ['extractions', 'provenance', id, page, order],
    enabled: record !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Provenance> => {
      const json = await readExtractions(extractions, { id, page, order }, signal);
      const ids = [...new Set(json.data.map(({ source }) => source))];
      const [of, used] = await Promise.all([
        readAll<{ _id: string } & Record<string, unknown>>(sources, ids, signal),
        readAll<UsedMapping>(mappings, (record?.mappings ?? []).slice(0, MOST_MAPPINGS), signal),
      ]);
      return {
        extractions: json.data,
        total: json.total,
        sources: new Map(of.map((source) => [source._id, source])),
        mappings: used,
      };
    },
  });
  return {
    master: record,
    total: record?.extractions?.length ?? 0,
    sources: record?.sources?.length ?? 0,
    provenance: reading.data,
    error: master.error ?? reading.error,
    retry: () => void (master.error ? master.refetch() : reading.refetch()),
  };
}

type ExtractionsQuery = { id: string; page: number; order: Order };

/** A page of the extractions of a master. The API sorts by one field, but the end of a range may be in another. */
async function readExtractions(
  extractions: Resource,
  { id, page, order }: ExtractionsQuery,
  signal: AbortSignal,
): Promise<ExtractionPage> {
  const read = async (query: Record<string, string>): Promise<ExtractionPage> => {
    const search = new URLSearchParams({ [ofMaster]: id, ...query }).toString();
    return (await call<ExtractionPage>(`${extractions.root}?${search}`, { signal })).json;
  };
  if (order === 'source') {
    const sort = 'source,extractionId';
    return read({ _sort: sort, _page: String(page), _perPage: String(PAGE_SIZE) });
  }
  const all: Measured[] = [];
  let next: ExtractionPage;
  do {
    next = await read({
      _sort: 'extractionId',
      _fields: 'detected,value,valueMin,valueMax',
      _page: String(all.length / LARGEST_PAGE + 1),
      _perPage: String(LARGEST_PAGE),
    });
    all.push(...next.data);
  } while (next.data.length === LARGEST_PAGE);
  const ids = sortByValue(all, order)
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    .map(({ _id }) => _id);
  const records = await readAll<Extraction>(extractions, ids, signal);
  const data = records.toSorted((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id));
  return { data, total: next.total };
}

/** The most records that the API gives at once. */
const LARGEST_PAGE = 1000;

type ExtractionPage = { data: Extraction[]; total: number };

/** The filter of the extractions that a master names. */
const ofMaster = 'some(masters.extractions)._id';

/** Few measurements share the same value; the list has the others. */
const MAX_EXTREMES = 3;

/** The filter of the extractions whose value is an extreme of a master: the end of a range before a single value. */
export function whereExtreme(id: string, name: ExtremeName, value: number) {
  const other = name === 'valueMax' ? 'valueMin' : 'valueMax';
  return {
    [ofMaster]: id,
    detected: true,
    or: [
      { [name]: value },
      { [`${name}_null`]: true, value },
      { [`${name}_null`]: true, value_null: true, [other]: value },
    ],
  };
}

/** The extractions whose value is the highest or the lowest of a master. */
export function useExtreme(
  id: string,
  name: ExtremeName,
  value: number | null | undefined,
): ExtractionPage | undefined {
  const { resource } = useResource('extractions');
  const { data } = useQuery({
    queryKey: ['extractions', 'provenance', id, name, value],
    enabled: typeof value === 'number',
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        where: JSON.stringify(whereExtreme(id, name, Number(value))),
        _sort: 'extractionId',
        _perPage: String(MAX_EXTREMES),
      });
      return (await call<ExtractionPage>(`${resource.root}?${query}`, { signal })).json;
    },
  });
  return data;
}

/** The existing records with these ids, in any order. */
async function readAll<Found>(
  { root }: Resource,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Found[]> {
  const records: Found[] = [];
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const query = new URLSearchParams({
      _id_in: ids.slice(at, at + PAGE_SIZE).join(','),
      _perPage: String(PAGE_SIZE),
      _total: 'none',
    });
    const { json } = await call<{ data: Found[] }>(`${root}?${query.toString()}`, { signal });
    records.push(...json.data);
  }
  return records;
}
