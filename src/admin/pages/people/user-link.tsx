import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '../../client/config.tsx';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useTexts } from '../../messages/texts.ts';

/** A user by name, as far as it is known. */
export function UserLink({ id, name }: { id: string; name: string | null }) {
  const { audit } = useTexts('people');
  const users = useConfig().descriptor.resources.get('users');
  if (name === null || users === undefined) return <span title={id}>{name ?? audit.gone}</span>;
  return (
    <Link component={RouterLink} to={toRecordPath(users, id)}>
      {name}
    </Link>
  );
}
