import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { saveRows, type Job, type Outcome } from '../../files/jobs.ts';
import { useTransferTexts } from './transfer-texts.ts';

/** The rows that are looked at as a file, with what is said of each. */
export function SaveRows({ job, outcome }: { job: Job; outcome: Outcome }) {
  const { actions: texts } = useTransferTexts();
  const onError = useNotifyError();
  const save = useMutation({ mutationFn: () => saveRows(job, outcome), onError });
  return (
    <Button
      size="small"
      sx={{ justifySelf: 'start' }}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {texts.rowsAsFile}
    </Button>
  );
}
