import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { ListContext, useDataProvider, useNotify } from 'react-admin';
import type { FormatName } from '../../../exchange/formats.ts';
import type { RecordProvider } from '../../data-provider.ts';
import { call } from '../../http.ts';
import type { Chosen } from '../../provider/bulk.ts';
import { toListQuery } from '../../provider/list-query.ts';
import { percentOf } from '../percent-of.ts';
import { useResource } from '../use-resource.ts';
import { useTransferTexts } from './transfer-texts.ts';
import { useExportable } from './use-exportable.ts';

type Settings = {
  format: FormatName;
  references: string;
  delimiter: string;
  decimal: string;
  bom: boolean;
  fields: readonly string[];
};

const NEWLINE = 10;

/** An export from its settings to the file that is saved. */
export function useExportRun(chosen: Chosen, onClose: () => void) {
  const { resource } = useResource();
  // Outside of a list there is no order but that of the records.
  const sort = useContext(ListContext)?.sort;
  const { download } = useDataProvider<RecordProvider>();
  const { export: texts } = useTransferTexts();
  const notify = useNotify();
  const all = useExportable();
  const [settings, setSettings] = useState<Settings>({
    format: 'xlsx',
    references: 'key',
    delimiter: ',',
    decimal: '.',
    bom: false,
    fields: all,
  });
  const [came, setCame] = useState<{ bytes: number; lines: number }>();
  const [error, setError] = useState<string>();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const ids = 'ids' in chosen ? chosen.ids : undefined;
  const filter = 'ids' in chosen ? {} : chosen.filter;
  const { data: counted } = useQuery({
    enabled: ids === undefined,
    queryKey: [resource.name, 'count', filter],
    queryFn: async ({ signal }): Promise<number> => {
      const pagination = { page: 1, perPage: 1 };
      const query = toListQuery({ filter, pagination, fields: ['_id'], total: 'exact' });
      return (await call<{ total: number }>(`${resource.root}?${query}`, { signal })).json.total;
    },
  });

  const total = ids?.length ?? counted;

  const start = async (): Promise<void> => {
    abort.current = new AbortController();
    setError(undefined);
    const count = { bytes: 0, lines: 0 };
    setCame({ ...count });
    try {
      const isSaved = await download(resource.name, {
        ids,
        filter,
        sort,
        format: settings.format,
        fields: settings.fields,
        options: toOptions(settings),
        signal: abort.current.signal,
        onPiece: (piece) => {
          count.bytes += piece.length;
          for (const byte of piece) if (byte === NEWLINE) count.lines++;
          setCame({ ...count });
        },
      });
      if (!isSaved) return;
      notify(texts.saved, { type: 'success', messageArgs: { _: texts.saved } });
      onClose();
    } catch (cause) {
      if (!abort.current.signal.aborted) {
        setError(cause instanceof Error ? cause.message : String(cause));
      }
    } finally {
      setCame(undefined);
    }
  };
  // A workbook is packed, so its bytes tell nothing of its rows.
  const canTell = settings.format !== 'xlsx' && total !== undefined && total > 0;
  return {
    ...settings,
    total,
    error,
    isRunning: came !== undefined,
    bytes: came?.bytes ?? 0,
    percent: canTell && came ? Math.round(percentOf(came.lines, total)) : undefined,
    change: (changed: Partial<Settings>) => setSettings({ ...settings, ...changed }),
    start: () => void start(),
    /** Stops it, or closes the dialog where nothing runs. */
    stop: () => (came === undefined ? onClose() : abort.current.abort()),
  };
}

/** What only CSV can have is not said of others. */
function toOptions({ format, references, delimiter, decimal, bom }: Settings) {
  const csv = { _delimiter: delimiter, _decimal: decimal, _bom: String(bom) };
  return { _references: references, ...(format === 'csv' ? csv : {}) };
}
