import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { exportPerson } from '../../client/account/export-person.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useTexts } from '../../messages/texts.ts';

/** Saves all that is stored about a person, from a path of the API. */
export function ExportData({ path }: { path: string }) {
  const { profile: texts } = useTexts('people');
  const onError = useNotifyError();
  const save = useMutation({ mutationFn: () => exportPerson(path), onError });
  return (
    <Button
      variant="outlined"
      loading={save.isPending}
      sx={{ justifySelf: 'start' }}
      onClick={() => save.mutate()}
    >
      {texts.exportData}
    </Button>
  );
}
