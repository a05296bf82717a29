import type { Overview } from '../../../contract/people/people.ts';
import { Box, Card, Typography } from '@mui/material';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { adminPage } from './admin-page.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useOverview, StatusCounts } from './status-counts.tsx';
import { useStatusWords } from './use-status-words.ts';
import { useDeviceName } from './use-device-name.ts';
import { UserLink } from './user-link.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useLabels } from '../../kit/use-i18n.ts';

/** Statistics about users, and the latest sign-ins (specification, §2). */
export const WidgetsPage = adminPage('widgets', Widgets);

function Widgets() {
  const texts = useTexts('people');
  const { data, error } = useOverview();
  if (error || data === undefined)
    return <QueryState error={error} isPending loading={texts.loading} />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography variant="h2">{texts.counts.title}</Typography>
      <StatusCounts overview={data} />
      <Typography variant="h2">{texts.counts.byRole}</Typography>
      <RoleCounts overview={data} />
      <Typography variant="h2">{texts.signIns.title}</Typography>
      <RecentSignIns overview={data} />
    </Box>
  );
}

function RoleCounts({ overview: { byRole, byStatus } }: { overview: Overview }) {
  const { counts, role: roleLabel } = useTexts('people');
  const wordsOf = useStatusWords();
  const number = useNumberFormat();
  const labels = useLabels();
  const statusNames = Object.keys(byStatus) as (keyof typeof byStatus)[];
  if (byRole.length === 0) return <Typography>{counts.noRole}</Typography>;
  return (
    <FactsTable
      label={counts.byRole}
      columns={[
        roleLabel,
        ...statusNames.map((status) => ({ label: wordsOf(status).label, align: 'right' as const })),
        { label: counts.total, align: 'right' },
      ]}
      rows={byRole.map((row) => ({
        key: row.role,
        cells: [
          labels.ofRole(row.role),
          ...statusNames.map((status) => number(row[status])),
          <strong key="total">{number(row.total)}</strong>,
        ],
      }))}
    />
  );
}

function RecentSignIns({ overview: { signIns } }: { overview: Overview }) {
  const { signIns: texts } = useTexts('people');
  const deviceOf = useDeviceName();
  if (signIns.length === 0) {
    return (
      <Card sx={{ p: 2 }}>
        <Typography color="text.secondary">{texts.empty}</Typography>
      </Card>
    );
  }
  return (
    <FactsTable
      label={texts.title}
      columns={[texts.who, texts.when, texts.where, texts.device]}
      rows={signIns.map(({ userId, name, at, address, ...device }) => ({
        key: `${userId} ${at}`,
        cells: [
          <UserLink key="who" id={userId} name={name} />,
          <RelativeTime key="when" moment={at} />,
          address ?? '',
          deviceOf(device),
        ],
      }))}
    />
  );
}
