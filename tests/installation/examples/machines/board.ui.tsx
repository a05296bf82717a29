import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call, definePage, fillTemplate, useText } from '../../../../src/admin/extending.ts';
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
