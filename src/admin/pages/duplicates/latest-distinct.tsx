import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { useTexts } from '../../messages/texts.ts';
import { readDistinct } from './duplicates.ts';
import { useUndoDistinct } from './use-decide-distinct.ts';

type Props = { resource: Resource; onUndone: (records: readonly string[]) => void };

/** The latest decisions that records are not the same, each with an undo button. */
export function LatestDistinct({ resource, onUndone }: Props) {
  const texts = useTexts('duplicates');
  const undo = useUndoDistinct(resource);
  const { data = [] } = useQuery({
    queryKey: ['distinct', resource.name],
    queryFn: ({ signal }) => readDistinct(resource, signal),
    staleTime: 0,
  });
  if (data.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={texts.latestDistinct}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, mt: 2 }}
    >
      <Typography variant="h6" component="h2">
        {texts.latestDistinct}
      </Typography>
      <FactsTable
        label={texts.latestDistinct}
        columns={[texts.when, texts.who, texts.records, '']}
        rows={data.map(({ id, at, by, records }) => ({
          key: id,
          cells: [
            <RelativeTime key="when" moment={at} />,
            by === null ? '' : <RecordTitles key="who" resource="users" ids={[by]} />,
            <RecordTitles key="records" resource={resource.name} ids={records} />,
            <Button
              key="undo"
              size="small"
              onClick={() => void undo(id).then((isUndone) => isUndone && onUndone(records))}
            >
              {texts.undo}
            </Button>,
          ],
        }))}
      />
    </Box>
  );
}
