import { Box, Link } from '@mui/material';
import type { Identifier } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { mayDo } from '../../descriptor/access.ts';
import type { Problem } from '../../fields/problem.ts';
import { useConfig } from '../client/config.tsx';
import { useText } from '../messages/use-text.ts';
import { toListPath } from '../kit/screen-paths.ts';
import { useNumber } from '../kit/use-number.ts';

/** Who refers to a record: how many of which list, by which field, each a link to just those. */
export function ReferringLinks({ id, problems }: { id: Identifier; problems: readonly Problem[] }) {
  return (
    <Box component="ul" sx={{ mt: 2, mb: 0, pl: 2.5 }}>
      {problems
        .filter((problem) => problem.code === 'S004')
        .map((problem, index) => (
          <li key={index}>
            <ReferringLink id={id} problem={problem} />
          </li>
        ))}
    </Box>
  );
}

function ReferringLink({ id, problem: { params = {} } }: { id: Identifier; problem: Problem }) {
  const { descriptor, role } = useConfig();
  const say = useText();
  const number = useNumber();
  const resource = descriptor.resources.get(String(params.resource));
  const field = resource?.fields.get(String(params.field));
  const count = number(Number(params.count));
  if (resource === undefined) return `${params.resource ?? ''}: ${count}`;
  const by = field === undefined ? '' : ` (${say(field.label)})`;
  const text = `${say(resource.label)}: ${count}${by}`;
  if (field === undefined || !mayDo(descriptor, role, resource, 'list')) return text;
  return (
    <Link component={RouterLink} to={toListPath(resource, { [field.name]: id })}>
      {text}
    </Link>
  );
}
