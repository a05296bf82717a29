import { Box, Button, Paper, Skeleton, Typography } from '@mui/material';
import { HttpError } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useAsOf, withoutMoment } from '../kit/as-of.ts';
import { toRecordPath } from '../kit/screen-paths.ts';
import { AsOfBanner } from '../resource/as-of-banner.tsx';
import { usePastProblem } from '../resource/use-past-problem.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { NotFoundPage } from '../kit/loading/lazy-pages.tsx';
import { PageTitle } from '../kit/page-title.tsx';
import { useResource } from '../kit/use-resource.ts';
import { visuallyHidden } from '../kit/visually-hidden.ts';
import { Status } from '../kit/status/status.tsx';
import { DeletedRecord } from './history/lazy-history.ts';
import { ToListButton } from './record-header.tsx';
import { useRecordPlace } from './record-place.ts';
import { useTexts } from '../messages/texts.ts';

/** A placeholder about as large as the record. */
export function RecordSkeleton() {
  const texts = useTexts('app');
  return (
    <Status>
      <Box component="span" sx={visuallyHidden}>
        {texts.list.loading}
      </Box>
      <Skeleton width="45%" height={40} />
      <Skeleton width={260} sx={{ mb: 2 }} />
      <Paper variant="outlined" sx={gridSx}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} variant="rounded" height={44} />
        ))}
      </Paper>
    </Status>
  );
}

type RecordErrorProps = { id: string; error: unknown; onRetry: () => void };

/** The record was deleted, does not exist, is not for this user, or could not be loaded just now. */
export function RecordError({ id, ...trouble }: RecordErrorProps) {
  const { may } = useResource();
  const instead = <NoRecord {...trouble} />;
  const isMissing = statusOf(trouble.error) === 404;
  const isPast = useAsOf() !== undefined;
  if (isPast)
    return (
      <>
        <RecordMoment id={id} />
        {instead}
      </>
    );
  if (!isMissing || !may('history')) return instead;
  return (
    <DeletedRecord id={id} fallback={<RecordSkeleton />}>
      {instead}
    </DeletedRecord>
  );
}

/** Which moment a record is shown of; today's is in the same place, and leads back to the list of today. */
export function RecordMoment({ id }: { id: string | number }) {
  const { resource } = useResource();
  const { pathname, search } = useLocation();
  const { isBeside, state } = useRecordPlace();
  if (isBeside) return <AsOfBanner today={{ pathname, search: withoutMoment(search) }} />;
  const list = state?.list && `?${withoutMoment(state.list)}`;
  return <AsOfBanner today={toRecordPath(resource, id)} state={list ? { list } : null} />;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof HttpError ? error.status : undefined;
}

function NoRecord({ error, onRetry }: Omit<RecordErrorProps, 'id'>) {
  const { resource } = useResource();
  const { texts, say } = useI18n();
  const { isBeside } = useRecordPlace();
  const past = usePastProblem(error);
  const missing = texts.form[useAsOf() === undefined ? 'missing' : 'missingThen'];
  const status = statusOf(error);
  // A path of the API below that of records, such as `import`, cannot be a record.
  if (status === 405) return <NotFoundPage />;
  const isMissing = status === 404;
  const title = isMissing ? missing.title : texts.form.failed;
  return (
    <Box role="alert" sx={{ py: 10, px: 2, textAlign: 'center' }}>
      {!isBeside && <PageTitle title={title} of={say(resource.label)} />}
      <Typography component="h2" variant="h6" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
        {past ?? (isMissing || !(error instanceof Error) ? missing.hint : error.message)}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'center' }}>
        {!isMissing && past === undefined && (
          <Button variant="outlined" onClick={onRetry}>
            {texts.list.retry}
          </Button>
        )}
        <ToListButton variant={isMissing ? 'outlined' : 'text'} />
      </Box>
    </Box>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  gap: 2.5,
  p: 2.5,
};
