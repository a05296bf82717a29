import type { PastMerge, Undone } from '../../../contract/duplicates.ts';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { RelativeTime } from '../../kit/relative-time.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import { RecordTitles } from '../../kit/record-titles.tsx';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useNumberFormat } from '../../kit/use-number-format.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useFullLabel } from '../../kit/use-resource.ts';
import { readMerges, undoMerge } from './duplicates.ts';
import { useTexts } from '../../messages/texts.ts';

/** The latest merges, each with an undo button. */
export function LatestMerges({ resource }: { resource: Resource }) {
  const texts = useTexts('duplicates');
  const write = useNumberFormat();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<PastMerge>();
  const [left, setLeft] = useState<Undone['left']>([]);
  const { data = [], refetch } = useQuery({
    queryKey: ['merges', resource.name],
    queryFn: ({ signal }) => readMerges(resource, signal),
    staleTime: 0,
  });
  const undo = useMutation({
    mutationFn: ({ id }: PastMerge) => undoMerge(resource, id),
    onSuccess: async (undone) => {
      setLeft(undone.left);
      notify(texts.didUndo, { type: undone.left.length > 0 ? 'info' : 'success' });
      refresh();
      await refetch();
      setAsked(undefined);
    },
    onError: notifyError,
  });
  if (data.length === 0) return null;
  return (
    <Box component="section" aria-label={texts.latest} sx={{ display: 'grid', gap: 1, mt: 2 }}>
      <Typography variant="h6" component="h2">
        {texts.latest}
      </Typography>
      <LeftNote left={left} />
      <FactsTable
        label={texts.latest}
        columns={[
          texts.when,
          texts.who,
          texts.kept,
          { label: texts.gone, align: 'right' },
          { label: texts.moved, align: 'right' },
          '',
        ]}
        rows={data.map((each) => ({
          key: each.id,
          cells: [
            <RelativeTime key="when" moment={each.at} />,
            each.by === null ? '' : <RecordTitles key="who" resource="users" ids={[each.by]} />,
            <TextLink key="kept" to={toRecordPath(resource, each.kept)}>
              <RecordTitles resource={resource.name} ids={[each.kept]} />
            </TextLink>,
            write(each.gone.length),
            write(each.moved),
            each.undoneAt === null ? (
              <Button key="undo" size="small" onClick={() => setAsked(each)}>
                {texts.undo}
              </Button>
            ) : (
              texts.undone
            ),
          ],
        }))}
      />
      {asked && (
        <ConfirmDialog
          isGrave
          title={texts.undoTitle}
          text={texts.undoText}
          action={texts.undo}
          cancel={texts.cancel}
          isLoading={undo.isPending}
          onAction={() => undo.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Box>
  );
}

/** Values written since the merge, which undoing it keeps. */
function LeftNote({ left }: { left: Undone['left'] }) {
  const texts = useTexts('duplicates');
  const labelOf = useFullLabel();
  if (left.length === 0) return null;
  const list = left.map(({ resource, _id, field }) => `${labelOf(resource, field)} (${_id})`);
  return <Alert severity="info">{fillTemplate(texts.left, { list: list.join(', ') })}</Alert>;
}
