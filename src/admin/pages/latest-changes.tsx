import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { ChangeLine } from './change-line.tsx';
import { groupChanges } from './group-changes.ts';
import type { Latest } from './use-latest-records.ts';

type LatestChangesProps = { latest: readonly Latest[]; shown?: number };

/** The records changed last, of all resources, the newest first. */
export function LatestChanges({ latest, shown = 10 }: LatestChangesProps) {
  const translate = useTranslate();
  const isPending = latest.some(({ records, failed }) => records === undefined && !failed);
  if (isPending) return <LatestSkeleton />;

  const changes = groupChanges(latest, shown);
  if (changes.length === 0) {
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        {translate('dashboard.nothingRecent')}
      </Typography>
    );
  }
  return (
    <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {changes.map((change) => (
        <ChangeLine key={`${change.resource.name} ${change.record.id}`} {...change} />
      ))}
    </Card>
  );
}

function LatestSkeleton() {
  return (
    <Card sx={{ px: 1.75, py: 0.5 }} aria-busy>
      {Array.from({ length: 6 }, (_, line) => (
        <Skeleton key={line} height={36} />
      ))}
    </Card>
  );
}
