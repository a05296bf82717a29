import type { Duplicate } from '../../../contract/people.ts';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '../../client/config.tsx';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useTexts } from '../../messages/texts.ts';

/** Who is here already and looks like the one who asks, and by what. */
export function DuplicateNote({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const { requests: texts, statuses } = useTexts('people');
  const users = useConfig().descriptor.resources.get('users');
  if (duplicates.length === 0 || users === undefined) return null;
  return (
    <Box sx={noteSx}>
      <WarningIcon aria-hidden sx={{ fontSize: '1.125rem', mt: '1px', color: 'warning.main' }} />
      <Box>
        {texts.duplicates}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {duplicates.map(({ _id, name, email, status, because }) => (
            <li key={_id}>
              <Link component={RouterLink} to={toRecordPath(users, _id)} underline="always">
                {name}
              </Link>{' '}
              {email} · {(statuses as Record<string, string>)[status] ?? status} ·{' '}
              {because.map((reason) => texts.because[reason]).join(', ')}
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

const noteSx = {
  display: 'flex',
  gap: 1,
  mt: 1,
  fontSize: '0.84375rem',
};
