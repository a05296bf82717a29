import { type ExportScope, useFileSize } from '../use-file-size.ts';
import { useContext, useEffect, useRef, useState } from 'react';
import { ListContext, useDataProvider, useNotify } from 'react-admin';
import type { RecordProvider } from '../../client/data-provider.ts';
import type { RecordSet } from '../../client/bulk.ts';
import { percentOf } from '../../kit/formats/percent-of.ts';
import { withoutConditions } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toExportQuery, useExportSettings } from './export-columns.tsx';
import { useTexts } from '../../messages/texts.ts';
import { flattenFilters, type Filters } from '../../client/list-query.ts';
import { messageOf } from '../../client/http.ts';
import { useCount } from '../../resource/use-count.ts';

const NEWLINE = 10;

/** Runs an export, from its settings to the saved file. */
export function useExportRun(chosen: RecordSet, onClose: () => void) {
  const { resource } = useResource();
  // Without a list, the export keeps the order in which the server stores the records.
  const sort = useContext(ListContext)?.sort;
  const { download } = useDataProvider<RecordProvider>();
  const { export: texts } = useTexts('files');
  const notify = useNotify();
  const { settings, change, keep } = useExportSettings();
  const scopes = useExportScopes(chosen);
  const [name, setScope] = useState(scopes[0].name);
  const scope = scopes.find((one) => one.name === name) ?? scopes[0];
  const size = useFileSize(scope, settings);
  const [received, setCame] = useState<{ bytes: number; lines: number }>();
  const [error, setError] = useState<string>();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const start = async (): Promise<void> => {
    abort.current = new AbortController();
    setError(undefined);
    keep();
    const count = { bytes: 0, lines: 0 };
    setCame({ ...count });
    try {
      const isSaved = await download(resource.name, {
        ...scope.chosen,
        sort,
        format: settings.format,
        fields: settings.fields,
        options: toExportQuery(settings),
        signal: abort.current.signal,
        onPiece: (piece) => {
          count.bytes += piece.length;
          for (const byte of piece) if (byte === NEWLINE) count.lines++;
          setCame({ ...count });
        },
      });
      if (!isSaved) return;
      notify(texts.saved, { type: 'success' });
      onClose();
    } catch (cause) {
      if (!abort.current.signal.aborted) setError(messageOf(cause));
    } finally {
      setCame(undefined);
    }
  };
  const { total = 0 } = scope;
  const toPercent = (): number | undefined => {
    if (received === undefined) return undefined;
    if (settings.withFiles)
      return size.data?.bytes ? Math.round(percentOf(received.bytes, size.data.bytes)) : undefined;
    // A workbook is compressed, so its bytes do not tell how many rows have come.
    return settings.format !== 'xlsx' && total > 0
      ? Math.round(percentOf(received.lines, total))
      : undefined;
  };
  return {
    settings,
    change,
    scopes,
    scope,
    setScope,
    error,
    isRunning: received !== undefined,
    bytes: received?.bytes ?? 0,
    percent: toPercent(),
    /** The number of files, and their bytes. */
    size,
    start: () => void start(),
    /** Stops the export, or closes the dialog if none is running. */
    stop: () => (received === undefined ? onClose() : abort.current.abort()),
  };
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
  const others: ExportScope[] = [
    ...(isNarrowed ? [{ name: 'filtered' as const, chosen: { filter }, total: filtered }] : []),
    { name: 'all', chosen: { filter: everything }, total: all },
  ];
  const [first = others[0]!, ...rest] =
    'ids' in chosen
      ? [{ name: 'selected' as const, chosen, total: chosen.ids.length }, ...others]
      : others;
  return [first, ...rest];
}
