import { useNotifyError } from '../../client/use-notify-error.ts';
import { useNotify } from 'react-admin';
import { Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { useTexts } from '../../messages/texts.ts';
import { decideDistinct, undoDistinct } from './duplicates.ts';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../kit/loading/query-state.tsx';
import type { PastDistinct } from '../../../contract/duplicates.ts';

type Props = { resource: Resource; onUndone: (records: readonly string[]) => void };

/** The latest decisions that records are not the same, each with an undo button. */
export function LatestDistinct({ resource, onUndone }: Props) {
  const texts = useTexts('duplicates');
  const undo = useUndoDistinct(resource);
  const { data: { data } = { data: [] } } = useApiQuery<{ data: PastDistinct[] }>(
    ['distinct', resource.name],
    `${resource.root}/distinct`,
  );
  if (data.length === 0) return null;
  return (
    <Latest title={texts.latestDistinct}>
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
    </Latest>
  );
}

/** A table of past decisions under its heading. */
export function Latest({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, mt: 2 }}
    >
      <Typography variant="h6" component="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

type Decided = (records: readonly string[], isUndone: boolean) => void;

/** Decides that records are not the same, and offers to undo it in the notice. */
export function useDecideDistinct(resource: Resource, onDecided: Decided) {
  const texts = useTexts('duplicates');
  const app = useTexts('app');
  const notify = useNotify();
  const notifyError = useNotifyError();
  const undo = useUndoDistinct(resource);
  const queries = useQueryClient();
  return async (records: readonly string[]): Promise<void> => {
    try {
      const { id } = await decideDistinct(resource, records);
      onDecided(records, false);
      await queries.invalidateQueries({ queryKey: ['distinct', resource.name] });
      const takeBack = async (): Promise<void> => {
        if (id !== null && (await undo(id))) onDecided(records, true);
      };
      notify(texts.distinct, {
        type: 'success',
        ...(id !== null && {
          action: { label: app.undo.do, run: () => void takeBack() },
        }),
      });
    } catch (error) {
      notifyError(error);
    }
  };
}

/** Undoes a decision, says so, and reads the groups again; false if it was refused. */
function useUndoDistinct(resource: Resource) {
  const texts = useTexts('duplicates');
  const notify = useNotify();
  const notifyError = useNotifyError();
  const queries = useQueryClient();
  return async (id: string): Promise<boolean> => {
    try {
      await undoDistinct(resource, id);
      await Promise.all(
        ['distinct', 'duplicates'].map((key) =>
          queries.invalidateQueries({ queryKey: [key, resource.name] }),
        ),
      );
      notify(texts.distinctUndone);
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    }
  };
}
