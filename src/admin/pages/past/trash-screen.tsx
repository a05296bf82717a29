import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { CheckboxOfAll, toChosen } from '../../kit/checkbox-of-all.tsx';
import { AccessDeniedPage, NotFoundPage } from '../../kit/message-page.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { usePages } from '../../kit/loading/query-state.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { RecordNavBar } from '../../record/record-header.tsx';
import { RemoveDialog } from './trash-remove-dialog.tsx';
import { TrashTable } from './trash-table.tsx';
import { readTrash, type TrashedRecord } from './trash.ts';
import { TrashedRecordDialog } from './trashed-record-dialog.tsx';
import { useRestore } from './use-restore.tsx';

/** The deleted records of a collection: `/chems/trash`. */
export function TrashScreen() {
  const { resource, may } = useResource();
  if (!may('delete')) return <AccessDeniedPage />;
  if (resource.trash.days === 0) return <NotFoundPage />;
  return <TrashList key={resource.name} />;
}

function TrashList() {
  const { resource, may } = useResource();
  const { say, number } = useI18n();
  const texts = useTexts('changes');
  const own = texts.trash;
  const lead = fillTemplate(own.lead, { days: resource.trash.days });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'remove' | 'all'>();
  const [shown, setShown] = useState<TrashedRecord>();
  const { rows, first, state, more } = usePages({
    queryKey: [resource.name, 'trash'],
    read: (after: string | null, signal) => readTrash(resource, after, signal),
    texts: { ...texts, empty: own.empty },
  });
  const there = rows.filter(({ _id }) => chosen.has(_id));
  const forget = (): void => setChosen(new Set());
  const restoring = useRestore(forget);
  const total = first?.total ?? 0;
  return (
    <>
      <PageTitle title={own.title} of={say(resource.label)} />
      <RecordNavBar />
      <Box sx={headSx}>
        <Box sx={{ flex: '1 1 280px' }}>
          <Typography component="h2" variant="h6">
            {own.title}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {lead} {total > 0 && fillTemplate(own.total, { count: number(total) })}
          </Typography>
        </Box>
        {total > 0 && (
          <Button color="error" onClick={() => setDialog('all')}>
            {own.removeAll}
          </Button>
        )}
      </Box>
      {rows.length > 0 && (
        <Box role="toolbar" aria-label={own.title} sx={barSx}>
          <CheckboxOfAll
            label={own.selectAll}
            chosen={toChosen(there.length, rows.length)}
            onToggle={() =>
              setChosen(new Set(there.length === rows.length ? [] : rows.map(({ _id }) => _id)))
            }
          />
          {may('restore') && (
            <Button
              disabled={there.length === 0}
              loading={restoring.isPending}
              onClick={() => restoring.start(there)}
            >
              {there.length === 0
                ? own.restore
                : fillTemplate(own.restoreCount, { count: number(there.length) })}
            </Button>
          )}
          <Button color="error" disabled={there.length === 0} onClick={() => setDialog('remove')}>
            {own.remove}
          </Button>
        </Box>
      )}
      {state}
      {rows.length > 0 && (
        <TrashTable rows={rows} chosen={chosen} onChoose={setChosen} onShow={setShown} />
      )}
      {more}
      {restoring.dialog}
      {dialog && (
        <RemoveDialog
          count={dialog === 'all' ? total : there.length}
          what={dialog === 'all' ? { all: true } : { ids: there.map(({ _id }) => _id) }}
          onRemoved={forget}
          onClose={() => setDialog(undefined)}
        />
      )}
      {shown && (
        <TrashedRecordDialog
          trashed={shown}
          onRestore={
            may('restore')
              ? () => {
                  setShown(undefined);
                  restoring.start([shown]);
                }
              : undefined
          }
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

const headSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1 };

const barSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 };
