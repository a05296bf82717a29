import type { Overview } from '../../../contract/people/people.ts';
import { Box, Card, CardActionArea, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { useConfig } from '../../client/config.tsx';
import { toListPath } from '../../kit/screen-paths.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { useStatusWords } from './use-status-words.ts';
import { useApiQuery } from '../../kit/loading/query-state.tsx';

/** The number of users by status; each links to the list of those users. */
export function StatusCounts({ overview: { total, byStatus } }: { overview: Overview }) {
  const { counts } = useTexts('people');
  const wordsOf = useStatusWords();
  const number = useNumberFormat();
  const users = useConfig().descriptor.resources.get('users');
  if (users === undefined) return null;
  const boxes = [
    { label: counts.all, meaning: '', count: total, to: toListPath(users) },
    ...Object.entries(byStatus).map(([status, count]) => ({
      ...wordsOf(status),
      count,
      to: toListPath(users, { status }),
    })),
  ];
  return (
    <Box component="ul" aria-label={counts.title} sx={gridSx}>
      {boxes.map(({ label, meaning, count, to }) => (
        <Card component="li" key={label}>
          <CardActionArea component={Link} to={to} sx={{ px: 1.5, py: 1.25, height: '100%' }}>
            <Typography component="span" sx={{ fontSize: '0.84375rem', color: 'text.secondary' }}>
              {label}
            </Typography>{' '}
            <Typography component="span" sx={countSx}>
              {number(count)}
            </Typography>{' '}
            <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
              {meaning}
            </Typography>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))',
  gap: 1,
  m: 0,
  p: 0,
  listStyle: 'none',
};

const countSx = {
  display: 'block',
  fontSize: '1.5rem',
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 650,
  lineHeight: 1.3,
};

/** The numbers of users and the waiting requests. Its key makes every browser reload it when a user changes. */
export function useOverview() {
  return useApiQuery<Overview>(['users', 'overview'], '/api/admin/overview');
}
