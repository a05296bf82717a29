import type { Job, JobRequest } from '../../contract/jobs.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { layoutFor } from '../../files/import/recipe-settings.ts';
import { useConfig } from '../client/config.tsx';
import { useResource } from '../kit/use-resource.ts';
import { useTexts } from '../messages/texts.ts';
import { inspectFile, runJob, sendFile } from './job/jobs.ts';
import { isReady, toRequest, toSettings } from './job-settings.ts';
import { cacheJob } from './job/use-live-jobs.ts';

/**
 * Sends another file, such as the corrected one, and starts its dry run with the same settings. If they do
 * not fit the file, the user sees them first.
 */
export function useAnotherFile() {
  const texts = useTexts('files');
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ file, request }: { file: File; request: JobRequest }): Promise<Job> => {
      if (file.size === 0) throw new Error(texts.file.empty);
      const { signal } = new AbortController();
      const key = crypto.randomUUID();
      const job = await sendFile(resource, file, { key, signal, onSent: () => undefined });
      const layout = layoutFor(request.layout, job.file);
      const inspection = await inspectFile(job.id, layout, signal, { steps: request.steps });
      const settings = toSettings({ descriptor, role, resource }, inspection, request, {});
      if (!isReady(settings, inspection, resource)) return job;
      // Row numbers are those of the first file.
      const take = request.take === 'all' ? { take: request.take } : {};
      const recipe = request.recipe === undefined ? {} : { recipe: request.recipe };
      return runJob(job, {
        ...toRequest(settings, inspection.layout),
        ...take,
        ...recipe,
        dryRun: true,
      });
    },
    onSuccess: (next) => {
      cacheJob(queries, next);
      void navigate(`/tools/jobs/${next.id}`);
    },
  });
}
