import { isCountMissing, TypedCount } from '../../resource/typed-count.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { Box, Button, Typography, DialogContentText } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { CheckboxOfAll, toChosen } from '../../kit/checkbox-of-all.tsx';
import { AccessDeniedPage, NotFoundPage } from '../../kit/message-page.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { usePages, pagesOf } from '../../kit/loading/query-state.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { RecordNavBar } from '../../record/record-header.tsx';
import { TrashTable } from './trash-table.tsx';
import { type TrashedRecord } from './trash.ts';
import { TrashedRecordDialog } from './trashed-record-dialog.tsx';
import { useRestore } from './use-restore.tsx';
import { useState } from 'react';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useSend } from '../../client/use-send.ts';
import type { Trash } from '../../../contract/past.ts';
import { call } from '../../client/http.ts';
import type { BulkSummary } from '../../../contract/summary.ts';

/** The deleted records of a collection: `/chems/trash`. */
export function TrashScreen() {
  const { resource, may } = useResource();
  if (!may('delete')) return <AccessDeniedPage />;
  if (resource.trash.days === 0) return <NotFoundPage />;
  return <TrashList key={resource.name} />;
}

function TrashList() {
  const { resource, may } = useResource();
  const { say } = useI18n();
  const texts = useTexts('changes');
  const own = texts.trash;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'remove' | 'all'>();
  const [shown, setShown] = useState<TrashedRecord>();
  const { rows, first, state, more } = usePages({
    queryKey: [resource.name, 'trash'],
    read: pagesOf<Trash>(`${resource.root}/trash`),
    texts: { ...texts, empty: own.empty },
  });
  const there = rows.filter(({ _id }) => chosen.has(_id));
  const clear = (): void => setChosen(new Set());
  const restoring = useRestore(clear);
  const total = first?.total ?? 0;
  const restoreShown = (record: TrashedRecord) => (): void => {
    setShown(undefined);
    restoring.start([record]);
  };
  return (
    <>
      <PageTitle title={own.title} of={say(resource.label)} />
      <RecordNavBar />
      <TrashHead total={total} onRemoveAll={() => setDialog('all')} />
      {rows.length > 0 && (
        <TrashBar
          {...{ rows, there, restoring }}
          onChoose={(some) => setChosen(new Set(some.map(({ _id }) => _id)))}
          onRemove={() => setDialog('remove')}
        />
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
          onRemoved={clear}
          onClose={() => setDialog(undefined)}
        />
      )}
      {shown && (
        <TrashedRecordDialog
          trashed={shown}
          onRestore={may('restore') ? restoreShown(shown) : undefined}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

/** How long deleted records stay, how many there are, and the button that deletes all of them. */
function TrashHead({ total, onRemoveAll }: { total: number; onRemoveAll: () => void }) {
  const { resource } = useResource();
  const number = useNumberFormat();
  const { trash: own } = useTexts('changes');
  return (
    <Box sx={{ ...barSx, gap: 1.5 }}>
      <Box sx={{ flex: '1 1 280px' }}>
        <Typography component="h2" variant="h6">
          {own.title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {fillTemplate(own.lead, { days: resource.trash.days })}{' '}
          {total > 0 && fillTemplate(own.total, { count: number(total) })}
        </Typography>
      </Box>
      {total > 0 && (
        <Button color="error" onClick={onRemoveAll}>
          {own.removeAll}
        </Button>
      )}
    </Box>
  );
}

type TrashBarProps = {
  rows: readonly TrashedRecord[];
  /** The chosen records. */
  there: readonly TrashedRecord[];
  restoring: ReturnType<typeof useRestore>;
  onChoose: (rows: readonly TrashedRecord[]) => void;
  onRemove: () => void;
};

/** What can be done with the chosen records. */
function TrashBar({ rows, there, restoring, onChoose, onRemove }: TrashBarProps) {
  const { may } = useResource();
  const number = useNumberFormat();
  const { trash: own } = useTexts('changes');
  const isNone = there.length === 0;
  return (
    <Box role="toolbar" aria-label={own.title} sx={barSx}>
      <CheckboxOfAll
        label={own.selectAll}
        chosen={toChosen(there.length, rows.length)}
        onToggle={() => onChoose(there.length === rows.length ? [] : rows)}
      />
      {may('restore') && (
        <Button
          disabled={isNone}
          loading={restoring.isPending}
          onClick={() => restoring.start(there)}
        >
          {isNone ? own.restore : fillTemplate(own.restoreCount, { count: number(there.length) })}
        </Button>
      )}
      <Button color="error" disabled={isNone} onClick={onRemove}>
        {own.remove}
      </Button>
    </Box>
  );
}

const barSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 };

type RemoveDialogProps = {
  count: number;
  what: { ids: readonly string[] } | { all: true };
  onRemoved: () => void;
  onClose: () => void;
};

/** Asks before records in the trash are deleted for good. */
function RemoveDialog({ count, what, onRemoved, onClose }: RemoveDialogProps) {
  const { resource } = useResource();
  const { texts, number } = useI18n();
  const { trash: own, cancel } = useTexts('changes');
  const [typed, setTyped] = useState('');
  const counted = { count: number(count) };
  const { mutate, isPending } = useSend({
    send: () => {
      const init = { method: 'DELETE', body: what, timeout: false } as const;
      return call<BulkSummary>(`${resource.root}/trash`, init);
    },
    done: ({ json }) => fillTemplate(own.removed, { count: number(json.deleted) }),
    refresh: [resource.name, 'trash'],
    onDone: () => {
      onRemoved();
      onClose();
    },
  });
  const isAll = 'all' in what;
  return (
    <DialogFrame
      title={isAll ? own.removeAllTitle : fillTemplate(own.removeTitle, counted)}
      isGrave
      focus={isCountMissing(count, '') ? undefined : 'cancel'}
      isForm
      cancel={cancel}
      action={own.removeDo}
      isDisabled={isCountMissing(count, typed)}
      isLoading={isPending}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <DialogContentText>
        {isAll ? fillTemplate(own.removeAllText, counted) : own.removeText}
      </DialogContentText>
      <TypedCount
        count={count}
        label={fillTemplate(texts.list.deleteType, { count: number(count) })}
        typed={typed}
        onChange={setTyped}
      />
    </DialogFrame>
  );
}
