import { Alert, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useNumber } from '../../kit/use-number.ts';
import { readOutbox } from './outbox.ts';
import { useTexts } from '../../messages/texts.ts';

/** Mails nobody gets unless an admin does something; nothing where there are none. */
export function ParkedMails() {
  const { parked: texts } = useTexts('people');
  const number = useNumber();
  const { data } = useQuery({
    queryKey: ['outbox', 'counts'],
    queryFn: async ({ signal }) => (await readOutbox({ perPage: 1, signal })).counts,
    staleTime: 0,
  });
  const count = data?.parked ?? 0;
  if (count === 0) return null;
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" component={Link} to="/admin/outbox?state=parked">
          {texts.open}
        </Button>
      }
    >
      {fillTemplate(texts.text, { count: number(count) })}
    </Alert>
  );
}
