import {
  Link,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { mayDo } from '../../descriptor/access.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { Ago } from '../../admin/kit/ago.tsx';
import { useText } from '../../admin/messages/use-text.ts';
import { toRecordPath } from '../../admin/kit/screen-paths.ts';
import { useNumber } from '../../admin/kit/use-number.ts';
import { texts } from './tab-texts.ts';

type Done = { created: number; edited: number; mapped: number };
export type OfUser = Done & {
  user: string;
  name: string | null;
  lastActive: string;
  days: (Done & { day: string })[];
};

/** Who has done how much. */
export function UserTable({ users }: { users: readonly OfUser[] }) {
  const say = useText();
  const number = useNumber();
  const { descriptor, role } = useConfig();
  const resource = descriptor.resources.get('users');
  const mayOpen = resource && mayDo(descriptor, role, resource, 'read');
  return (
    <TableContainer>
      <Table size="small" aria-label={say(texts.people)}>
        <TableHead>
          <TableRow>
            <TableCell scope="col">{say(texts.name)}</TableCell>
            {numbers.map((name) => (
              <TableCell key={name} scope="col" align="right">
                {say(heads[name])}
              </TableCell>
            ))}
            <TableCell scope="col" align="right">
              {say(texts.lastActive)}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((each) => (
            <TableRow key={each.user}>
              <TableCell>
                {mayOpen && each.name !== null ? (
                  <Link component={RouterLink} to={toRecordPath(resource, each.user)}>
                    {each.name}
                  </Link>
                ) : (
                  (each.name ?? each.user)
                )}
              </TableCell>
              {numbers.map((name) => (
                <TableCell key={name} align="right">
                  {number(each[name])}
                </TableCell>
              ))}
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Ago moment={each.lastActive} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const numbers = ['created', 'edited', 'mapped'] as const;

const heads = { created: texts.created, edited: texts.edited, mapped: texts.mappedBy };
