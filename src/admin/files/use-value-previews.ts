import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ColumnPreview, JobRequest } from '../../contract/jobs.ts';
import { useSettled } from '../kit/use-settled.ts';
import { inspectFile } from './job/jobs.ts';
import { type JobSettings, toRequest } from './job-settings.ts';
import type { Cleaning } from './use-inspection.ts';

/** What the first cells of each column become, by the name of the column. The server reads them as the import does. */
export function useValuePreviews(
  { jobId, layout }: Cleaning,
  settings: JobSettings,
): ReadonlyMap<string, ColumnPreview> {
  const { mapping, steps } = toRequest(settings, layout);
  // Equal settings are new objects with each change of the page.
  const sent = useSettled(JSON.stringify({ mapping, steps }));
  const { data } = useQuery({
    queryKey: ['job-values', jobId, layout, sent],
    queryFn: async ({ signal }) => {
      const read = JSON.parse(sent) as Pick<JobRequest, 'mapping' | 'steps'>;
      return (await inspectFile(jobId, layout, signal, read)).values ?? [];
    },
    placeholderData: keepPreviousData,
  });
  // A preview for the field that the column had before would be wrong.
  const fits = ({ column, field }: ColumnPreview) => settings.columns.get(column)?.field === field;
  return new Map(data?.filter(fits).map((preview) => [preview.column, preview]));
}
