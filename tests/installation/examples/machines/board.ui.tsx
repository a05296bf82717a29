import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../src/admin/client/http.ts';
import { definePage } from '../../../../src/admin/pages/define-page.ts';
import { useText } from '../../../../src/admin/messages/use-text.ts';
import { fillTemplate } from '../../../../src/fields/fill-template.ts';
import { texts } from './texts.ts';

function Board() {
  const say = useText();
  const { data, error } = useQuery({
    queryKey: ['machines', 'broken'],
    queryFn: ({ signal }) => call<{ total: number }>('/api/machines/broken', { signal }),
  });
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!data) return null;
  return <Typography>{fillTemplate(say(texts.broken), { count: data.json.total })}</Typography>;
}

export const board = definePage({ Page: Board });
