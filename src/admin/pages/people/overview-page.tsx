import { Alert, Box, Button } from '@mui/material';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { adminPage } from './admin-page.tsx';
import { InviteForm } from './invite-form.tsx';
import { useOverview, StatusCounts } from './status-counts.tsx';
import { RequestQueue } from './request-queue.tsx';
import { useTexts } from '../../messages/texts.ts';
import { Link } from 'react-router-dom';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import type { Outbox } from '../../../contract/admin.ts';

const ServiceAccountForm = lazyPart(
  () => import('../keys/service-account-form.tsx'),
  'ServiceAccountForm',
  import.meta.glob('/src/admin/messages/*/pages/keys.ts'),
);

/** The admins' overview of people: requests, users and invitations. */
export const OverviewPage = adminPage('overview', People);

function People() {
  const texts = useTexts('people');
  const { data, error, isPending } = useOverview();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <ParkedMails />
      <QueryState error={error} isPending={isPending} loading={texts.loading} />
      {data === undefined ? null : (
        <>
          {data.mailsWaitSince && (
            <Alert severity="warning">
              {fillTemplate(texts.mailsWait, { when: showDateTime(data.mailsWaitSince) })}
            </Alert>
          )}
          <RequestQueue requests={data.requests} />
          <StatusCounts overview={data} />
        </>
      )}
      <InviteForm />
      <ServiceAccountForm fallback={null} />
    </Box>
  );
}

/** Mails that are sent only after an admin acts; renders nothing if there are none. */
export function ParkedMails() {
  const { parked: texts } = useTexts('people');
  const number = useNumberFormat();
  const { data } = useApiQuery<Outbox>(['outbox', 'counts'], '/api/admin/outbox?_perPage=1');
  const count = data?.counts.parked ?? 0;
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
