import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Action } from '../../../descriptor/settings/actions.ts';
import { call } from '../../client/http.ts';
import { toListQuery, type Filters } from '../../client/list-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import type { AllMatching, ActionTarget } from './use-action-form.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The action that approves a registration. The server allows it for every address; the screens warn first. */
const CONFIRM = '/api/admin/user/{_id}/confirm';

/** So many ids fit into an address; of more records all that wait are asked about. */
const MAX_IDS = 100;

type Asked = { action: Action; targets: readonly ActionTarget[]; all: AllMatching | undefined };

/**
 * Warns of registrations whose address nobody has confirmed: anyone can enter an address that is not theirs.
 * Needs the field `emailProven`. The action waits until the answer is there.
 */
export function useUnprovenEmailWarning({ action, targets, all }: Asked) {
  const { resource, readable } = useResource();
  const { texts } = useI18n();
  const isAsked = action.path === CONFIRM && readable.some(({ name }) => name === 'emailProven');
  const ids = targets.map(({ id }) => id);
  const unproven = { status: 'pending', not: { emailProven: true } };
  const chosen: Filters = all?.filter ?? (ids.length > MAX_IDS ? {} : { _id_in: ids });
  const query = toListQuery({
    filter: { ...chosen, where: chosen['where'] ? { and: [unproven, chosen['where']] } : unproven },
    pagination: { page: 1, perPage: MAX_IDS },
    fields: ['email'],
  });
  const path = `${resource.root}?${query}`;
  const { data = [], isLoading } = useQuery({
    queryKey: [resource.name, 'unproven', path],
    queryFn: async ({ signal }) =>
      (await call<{ data: readonly { email: string }[] }>(path, { signal })).json.data,
    enabled: isAsked,
    staleTime: 0,
  });
  const addresses = data.map(({ email }) => email).join(', ');
  const note = addresses !== '' && (
    <Alert severity="warning" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
      {fillTemplate(texts.action.unproven, { addresses })}
    </Alert>
  );
  return { note, isLoading };
}
