import { Button } from '@mui/material';
import { exportPerson } from '../../client/account/export-person.ts';
import { useTexts } from '../../messages/texts.ts';
import { useSend } from '../../client/use-send.ts';

/** Saves all that is stored about a person, from a path of the API. */
export function ExportData({ path }: { path: string }) {
  const { profile: texts } = useTexts('people');
  const save = useSend({ send: () => exportPerson(path) });
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
