import { Alert, Box, Typography } from '@mui/material';
import { showDateTime } from '../../../fields/date-format.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { Status } from '../../kit/status/status.tsx';
import { AdminPage } from './admin-page.tsx';
import { InviteForm } from './invite-form.tsx';
import { useOverview } from './overview.ts';
import { ParkedMails } from './parked-mails.tsx';
import { RequestQueue } from './request-queue.tsx';
import { StatusCounts } from './status-counts.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Where admins look after people: who wants in, who is here, and whom to ask in. */
export function OverviewPage() {
  return (
    <AdminPage part="overview">
      <People />
    </AdminPage>
  );
}

function People() {
  const texts = useTexts('people');
  const { data, error } = useOverview();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <ParkedMails />
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {data === undefined && !error ? (
        <Typography component={Status}>{texts.loading}</Typography>
      ) : null}
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
    </Box>
  );
}
