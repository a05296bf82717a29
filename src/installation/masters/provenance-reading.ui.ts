import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../admin/extending.ts';
import { useResource } from '../../admin/kit/use-resource.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { UsedMapping } from './provenance-tab.ui.tsx';

/** The number of ids that fit into an address. */
export const PAGE_SIZE = 50;
const MOST_MAPPINGS = 200;

export type Extraction = {
  _id: string;
  extractionId: string;
  source: string;
  rawChemName: string;
  rawCas: string | null;
  rawFoodContactArticle: string | null;
  detected: boolean | null;
  qualifier: string | null;
  value: number | null;
  valueRaw: string | null;
  unit: string | null;
  page: string | null;
};

export type Provenance = {
  extractions: Extraction[];
  sources: Map<string, Record<string, unknown>>;
  mappings: UsedMapping[];
  asked: number;
};

/** Fields the user may not read are missing. */
type Master = Partial<Record<'extractions' | 'sources' | 'mappings', string[]>>;

/** The extractions of a master, a page at a time, with their sources and mappings. */
export function useProvenance(id: string, page: number) {
  const { resource: masters } = useResource('masters');
  const { resource: extractions } = useResource('extractions');
  const { resource: sources } = useResource('sources');
  const { resource: mappings } = useResource('mappings');
  const master = useQuery({
    queryKey: ['masters', 'provenance', id],
    queryFn: async ({ signal }) =>
      (await call<Master>(`${masters.root}/${encodeURIComponent(id)}`, { signal })).json,
  });
  const known = master.data;
  const part = known && (known.extractions ?? []).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const reading = useQuery({
    queryKey: ['extractions', 'provenance', id, part],
    enabled: part !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Provenance> => {
      const found = await readAll<Extraction>(extractions, part ?? [], signal);
      const ids = [...new Set(found.map(({ source }) => source))];
      const [of, used] = await Promise.all([
        readAll<{ _id: string } & Record<string, unknown>>(sources, ids, signal),
        readAll<UsedMapping>(mappings, (known?.mappings ?? []).slice(0, MOST_MAPPINGS), signal),
      ]);
      return {
        extractions: found,
        sources: new Map(of.map((source) => [source._id, source])),
        mappings: used,
        asked: part?.length ?? 0,
      };
    },
  });
  return {
    total: known?.extractions?.length ?? 0,
    sources: known?.sources?.length ?? 0,
    provenance: reading.data,
    error: master.error ?? reading.error,
    retry: () => void (master.error ? master.refetch() : reading.refetch()),
  };
}

/** The existing records with these ids, in any order. */
async function readAll<Found>(
  { root }: Resource,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const query = new URLSearchParams({
      _id_in: ids.slice(at, at + PAGE_SIZE).join(','),
      _perPage: String(PAGE_SIZE),
      _total: 'none',
    });
    const { json } = await call<{ data: Found[] }>(`${root}?${query.toString()}`, { signal });
    found.push(...json.data);
  }
  return found;
}
