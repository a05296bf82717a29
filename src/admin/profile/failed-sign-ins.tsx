import { Box, Typography } from '@mui/material';
import { showDateTime } from '../../fields/date-format.ts';
import { FactsTable } from '../kit/facts-table.tsx';
import { usePeopleTexts } from '../people/people-texts.ts';

export type FailedSignIn = { at: string; address: string | null };

/** What others, or oneself, got wrong; nothing where nobody did. */
export function FailedSignIns({ failed }: { failed: readonly FailedSignIn[] }) {
  const { profile: texts } = usePeopleTexts();
  if (failed.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mt: 1 }}>
      <Typography variant="h3">{texts.failedSignIns}</Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>{texts.failedHelp}</Typography>
      <FactsTable
        label={texts.failedSignIns}
        columns={[texts.failedAt, texts.address]}
        rows={failed.map(({ at, address }, index) => ({
          key: index,
          cells: [showDateTime(at), address ?? ''],
        }))}
      />
    </Box>
  );
}
