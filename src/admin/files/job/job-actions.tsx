import type { Job } from '../../../contract/jobs.ts';
import { Button } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useResource } from '../../kit/use-resource.ts';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import {
  hasFailedRows,
  nameOfJob,
  mayResume,
  mayUndo,
  removeJob,
  saveRows,
  controlJob,
} from './jobs.ts';
import { cacheJob } from './use-live-jobs.ts';
import { useTexts } from '../../messages/texts.ts';

/** What the user can do with a job that is not running, as far as the role allows. */
export function JobActions({ job, size }: { job: Job; size?: 'small' }) {
  const { actions: texts, cancel } = useTexts('files');
  const { may } = useResource(job.resource);
  const [dialog, setDialog] = useState<'undo' | 'delete'>();
  const { resume, undo, remove, save } = useJobWork(job);
  // In a list every row has the same buttons, so their labels name the file.
  const name = nameOfJob(job, useTexts('files').list.kinds);
  const labelled = (text: string) => size && { size, 'aria-label': `${text}: ${name}` };
  if (job.state === 'running') return null;
  const doing = { undo, delete: remove };
  const asking = {
    undo: { title: texts.undoTitle, text: texts.undoText },
    delete: {
      title: fillTemplate(texts.deleteTitle, { name: job.file.name }),
      text: job.kind === 'export' ? texts.deleteExportText : texts.deleteText,
    },
  };
  return (
    <>
      {mayResume(job) && (
        <Button {...labelled(texts.resume)} {...toButton(resume)}>
          {texts.resume}
        </Button>
      )}
      {hasFailedRows(job) && (
        <Button {...labelled(texts.failedRows)} {...toButton(save)}>
          {size ? texts.failed : texts.failedRows}
        </Button>
      )}
      {mayUndo(job) && may('delete') && may('update') && (
        <Button {...labelled(texts.undo)} color="error" onClick={() => setDialog('undo')}>
          {texts.undo}
        </Button>
      )}
      {job.kind !== 'undo' && (
        <Button {...labelled(texts.delete)} color="error" onClick={() => setDialog('delete')}>
          {texts.delete}
        </Button>
      )}
      {dialog && (
        <ConfirmDialog
          isGrave
          {...asking[dialog]}
          action={texts[dialog]}
          cancel={cancel}
          isLoading={doing[dialog].isPending}
          onAction={() =>
            doing[dialog].mutate(undefined, { onSettled: () => setDialog(undefined) })
          }
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

function toButton({ isPending, mutate }: { isPending: boolean; mutate: () => void }) {
  return { loading: isPending, onClick: () => mutate() };
}

function useJobWork(job: Job) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const onError = useNotifyError();
  const onSuccess = async (now: Job): Promise<void> => {
    cacheJob(queries, now);
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  };
  const resume = useMutation({ mutationFn: () => controlJob(job, 'resume'), onSuccess, onError });
  const undo = useMutation({ mutationFn: () => controlJob(job, 'undo'), onSuccess, onError });
  const save = useMutation({ mutationFn: () => saveRows(job), onError });
  const remove = useMutation({
    mutationFn: () => removeJob(job),
    onError,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['jobs'] });
      // The page of a deleted job does not exist any more.
      if (pathname !== '/tools/jobs') await navigate('/tools/jobs', { replace: true });
    },
  });
  return { resume, undo, remove, save };
}
