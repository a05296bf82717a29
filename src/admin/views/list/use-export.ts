import { useState } from 'react';
import { useDataProvider, useListContext, useNotify, type Identifier } from 'react-admin';
import type { RecordProvider } from '../../data-provider.ts';
import { useNotifyError } from '../use-notify-error.ts';
import { useResource } from '../use-resource.ts';

/** Saves every record the list's filter lets through, in its order, as a JSON file; or some of them. */
export function useExport(): {
  exportList: (ids?: readonly Identifier[]) => void;
  isExporting: boolean;
} {
  const { resource } = useResource();
  const { filterValues, sort } = useListContext();
  const { download } = useDataProvider<RecordProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [isExporting, setExporting] = useState(false);

  const exportList = async (ids?: readonly Identifier[]): Promise<void> => {
    if (isExporting) return;
    setExporting(true);
    try {
      const filter = ids === undefined ? filterValues : { _id_in: ids };
      const isSaved = await download(resource.name, { format: 'json', filter, sort });
      if (isSaved) notify('list.exported', { type: 'success' });
    } catch (error) {
      notifyError(error);
    } finally {
      setExporting(false);
    }
  };
  return { exportList: (ids) => void exportList(ids), isExporting };
}
