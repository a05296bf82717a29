import { useContext, useEffect, useRef, useState } from 'react';
import { ListContext, useDataProvider, useNotify } from 'react-admin';
import type { RecordProvider } from '../../client/data-provider.ts';
import type { RecordSet } from '../../client/bulk.ts';
import { percentOf } from '../../kit/formats/percent-of.ts';
import { withoutConditions } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { type ExportSettings, toExportQuery, useExportSettings } from './export-columns.tsx';
import { useTexts } from '../../messages/texts.ts';
import { flattenFilters, type Filters, toListQuery } from '../../client/list-query.ts';
import { messageOf, fetchResponse } from '../../client/http.ts';
import { useCount } from '../../resource/use-count.ts';
import { useQuery } from '@tanstack/react-query';

const NEWLINE = 10;

/** Runs an export, from its settings to the saved file. */
export function useExportRun(chosen: RecordSet, onClose: () => void) {
  const { settings, change, keep } = useExportSettings();
  const scopes = useExportScopes(chosen);
  const [name, setScope] = useState(scopes[0].name);
  const scope = scopes.find((one) => one.name === name) ?? scopes[0];
  const size = useFileSize(scope, settings);
  const { received, error, start, abort } = useDownload(scope, settings, onClose);
  return {
    settings,
    change,
    scopes,
    scope,
    setScope,
    error,
    isRunning: received !== undefined,
    bytes: received?.bytes ?? 0,
    percent: received && toPercent(received, settings, { ...size.data, rows: scope.total }),
    /** The number of files, and their bytes. */
    size,
    start(): void {
      keep();
      void start();
    },
    /** Stops the export, or closes the dialog if none is running. */
    stop: () => (received === undefined ? onClose() : abort()),
  };
}

type Received = { bytes: number; lines: number };

/** Undefined if nobody knows how much is still to come. */
function toPercent(
  received: Received,
  { withFiles, format }: ExportSettings,
  { bytes = 0, rows = 0 }: { bytes?: number; rows?: number | undefined },
): number | undefined {
  if (withFiles) return bytes > 0 ? Math.round(percentOf(received.bytes, bytes)) : undefined;
  // A workbook is compressed, so its bytes do not tell how many rows have come.
  const isCounted = format !== 'xlsx' && rows > 0;
  return isCounted ? Math.round(percentOf(received.lines, rows)) : undefined;
}

/** Downloads the file, which counts what it has received and can be stopped. */
function useDownload({ chosen }: ExportScope, settings: ExportSettings, onSaved: () => void) {
  const { resource } = useResource();
  // Without a list, the export keeps the order in which the server stores the records.
  const sort = useContext(ListContext)?.sort;
  const { download } = useDataProvider<RecordProvider>();
  const { export: texts } = useTexts('files');
  const notify = useNotify();
  const [received, setReceived] = useState<Received>();
  const [error, setError] = useState<string>();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const start = async (): Promise<void> => {
    abort.current = new AbortController();
    setError(undefined);
    const count = { bytes: 0, lines: 0 };
    setReceived({ ...count });
    try {
      const isSaved = await download(resource.name, {
        ...chosen,
        sort,
        format: settings.format,
        fields: settings.fields,
        options: toExportQuery(settings),
        signal: abort.current.signal,
        onPiece: (piece) => {
          count.bytes += piece.length;
          for (const byte of piece) if (byte === NEWLINE) count.lines++;
          setReceived({ ...count });
        },
      });
      if (!isSaved) return;
      notify(texts.saved, { type: 'success' });
      onSaved();
    } catch (cause) {
      if (!abort.current.signal.aborted) setError(messageOf(cause));
    } finally {
      setReceived(undefined);
    }
  };
  return { received, error, start, abort: () => abort.current.abort() };
}

/** The sets of records to choose from, the narrowest first: those selected, those the list shows, all. */
function useExportScopes(chosen: RecordSet): [ExportScope, ...ExportScope[]] {
  const listed = useContext(ListContext)?.filterValues as Filters | undefined;
  const filter = 'filter' in chosen ? chosen.filter : (listed ?? {});
  // All records of the moment that the list shows.
  const everything = withoutConditions(filter);
  const isNarrowed = Object.keys(flattenFilters(filter)).some((key) => !(key in everything));
  const { data: filtered } = useCount(isNarrowed ? filter : undefined);
  const { data: all } = useCount(everything);
  const whole: ExportScope = { name: 'all', chosen: { filter: everything }, total: all };
  const others: [ExportScope, ...ExportScope[]] = isNarrowed
    ? [{ name: 'filtered', chosen: { filter }, total: filtered }, whole]
    : [whole];
  if (!('ids' in chosen)) return others;
  return [{ name: 'selected', chosen, total: chosen.ids.length }, ...others];
}

export type ExportScope = {
  name: 'selected' | 'filtered' | 'all';
  chosen: RecordSet;
  /** The number of records; undefined until they are counted. */
  total: number | undefined;
};

/** The records of one request: more IDs would be too long for an address. */
const MAX_IDS_PER_REQUEST = 100;

/** How many files an export has, and their bytes; asked only if it has any. */
function useFileSize({ chosen }: ExportScope, settings: ExportSettings) {
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
  const starts = Array.from(
    { length: Math.ceil(ids.length / MAX_IDS_PER_REQUEST) },
    (_, at) => at * MAX_IDS_PER_REQUEST,
  );
  return starts.map((from) => ({ _id_in: ids.slice(from, from + MAX_IDS_PER_REQUEST) }));
}
