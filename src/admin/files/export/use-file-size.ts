import type { RecordSet } from '../../client/bulk.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchResponse } from '../../client/http.ts';
import { toListQuery } from '../../client/list-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toExportQuery, type ExportSettings } from './export-columns.tsx';

export type ExportScope = {
  name: 'selected' | 'filtered' | 'all';
  chosen: RecordSet;
  /** The number of records; undefined until they are counted. */
  total: number | undefined;
};

/** The records of one request: more IDs would be too long for an address. */
const IDS = 100;

/** How many files an export has, and their bytes; asked only if it has any. */
export function useFileSize({ chosen }: ExportScope, settings: ExportSettings) {
  const { resource } = useResource();
  const { format, fields, withFiles } = settings;
  return useQuery({
    queryKey: [resource.name, 'file-size', chosen, fields, settings.children],
    queryFn: async ({ signal }) => {
      const sum = { files: 0, bytes: 0 };
      for (const filter of filtersOf(chosen)) {
        const query = toListQuery({ filter, fields });
        query.set('format', format);
        for (const [option, value] of Object.entries(toExportQuery(settings)))
          query.set(option, value);
        const path = `${resource.root}/export?${query}`;
        const { headers } = await fetchResponse(path, { method: 'HEAD', signal });
        sum.files += Number(headers.get('X-File-Count'));
        sum.bytes += Number(headers.get('X-File-Bytes'));
      }
      return sum;
    },
    enabled: withFiles,
  });
}

function filtersOf(chosen: ExportScope['chosen']) {
  if ('filter' in chosen) return [chosen.filter];
  const { ids } = chosen;
  const starts = Array.from({ length: Math.ceil(ids.length / IDS) }, (_, at) => at * IDS);
  return starts.map((from) => ({ _id_in: ids.slice(from, from + IDS) }));
}
