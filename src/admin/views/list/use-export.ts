import { useState } from 'react';
import { useDataProvider, useListContext, useNotify } from 'react-admin';
import type { RecordProvider } from '../../data-provider.ts';
import { useNotifyError } from '../use-notify-error.ts';
import { useResource } from '../use-resource.ts';

/** Saves every record the list's filter lets through, in its order, as a JSON file. */
export function useExport(): { exportList: () => void; isExporting: boolean } {
  const { resource } = useResource();
  const { filterValues, sort } = useListContext();
  const { download } = useDataProvider<RecordProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [isExporting, setExporting] = useState(false);

  const exportList = async (): Promise<void> => {
    if (isExporting) return;
    setExporting(true);
    try {
      const isSaved = await download(resource.name, { format: 'json', filter: filterValues, sort });
      if (isSaved) notify('list.exported', { type: 'success' });
    } catch (error) {
      notifyError(error);
    } finally {
      setExporting(false);
    }
  };
  return { exportList: () => void exportList(), isExporting };
}
