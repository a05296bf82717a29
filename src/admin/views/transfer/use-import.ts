import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { RecordProvider } from '../../data-provider.ts';
import type { BulkSummary } from '../../provider/bulk.ts';
import type { ImportOrder } from '../../provider/import-file.ts';
import { useResource } from '../use-resource.ts';

export type ImportSettings = Pick<ImportOrder, 'mode' | 'key' | 'atomic'> & { file?: File };

/** `checked`: tried without writing, and the summary says what would happen. */
export type ImportStep = 'choosing' | 'checking' | 'checked' | 'importing' | 'done';

export type Import = {
  step: ImportStep;
  summary?: BulkSummary;
  error?: string;
  settings: ImportSettings;
  change(settings: Partial<ImportSettings>): void;
  run(dryRun: boolean): void;
};

/** An import from the choice of a file to its summary; any other choice starts it anew. */
export function useImport(): Import {
  const { resource } = useResource();
  const { importFile } = useDataProvider<RecordProvider>();
  const queries = useQueryClient();
  const [settings, setSettings] = useState<ImportSettings>({
    mode: 'create',
    key: resource.importKey,
    atomic: false,
  });
  const [step, setStep] = useState<ImportStep>('choosing');
  const [summary, setSummary] = useState<BulkSummary>();
  const [error, setError] = useState<string>();
  const once = useRef('');
  const abort = useRef<AbortController>(undefined);
  // Leaving while the file is only tried stops the trial; what is being written goes on.
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (dryRun: boolean): Promise<void> => {
    const { file, ...rest } = settings;
    if (file === undefined) return;
    setStep(dryRun ? 'checking' : 'importing');
    setError(undefined);
    abort.current = dryRun ? new AbortController() : undefined;
    const signal = abort.current === undefined ? {} : { signal: abort.current.signal };
    const order = { ...rest, file, dryRun, ...(dryRun ? {} : { once: once.current }), ...signal };
    try {
      setSummary(await importFile(resource.name, order));
      setStep(dryRun ? 'checked' : 'done');
      if (!dryRun) await queries.invalidateQueries({ queryKey: [resource.name] });
    } catch (cause) {
      if (abort.current?.signal.aborted) return;
      setError(cause instanceof Error ? cause.message : String(cause));
      setStep(dryRun ? 'choosing' : 'checked');
    }
  };

  return {
    step,
    ...(summary === undefined ? {} : { summary }),
    ...(error === undefined ? {} : { error }),
    settings,
    change(changed) {
      // A repeated click, or a repeated request after a lost answer, must not import twice.
      once.current = crypto.randomUUID();
      setSettings({ ...settings, ...changed });
      setSummary(undefined);
      setError(undefined);
      setStep('choosing');
    },
    run: (dryRun) => void run(dryRun),
  };
}
