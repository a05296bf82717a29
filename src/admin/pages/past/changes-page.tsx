import { useUndo } from '../../resource/undo/use-undo.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { UserPicker } from '../../resource/user-picker.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { FilterFrame } from '../../resource/filter-frame.tsx';
import { DayInput } from '../../kit/day-input.tsx';
import { mayDo } from '../../../descriptor/access.ts';
import { Box, Button, DialogContentText, Typography } from '@mui/material';
import { useState } from 'react';
import type { ChangeSet, ChangeSets } from '../../../contract/past.ts';
import { threadsKey } from '../../client/events/threads-key.ts';
import { useConfig } from '../../client/config.tsx';
import { AccessDeniedPage } from '../../kit/message-page.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { usePages, pagesOf } from '../../kit/loading/query-state.tsx';
import { useAddressFilters } from '../../resource/use-address-filters.ts';
import { useTexts } from '../../messages/texts.ts';
import { maySeeChanges, resourcesFor } from '../../shell/core-pages.ts';
import { ChangeRecordsDialog } from './change-records.tsx';
import { changeFilters, mayUndoOthers, totalOf, toQuery } from './changes.ts';
import { ChangesTable } from './changes-table.tsx';
import { useLinkedSet } from './set-comments.ts';
import { UndoPeriodDialog } from './undo-period-dialog.tsx';

/** What was changed, newest first, each set of changes as a whole; from here it can be undone. */
export function ChangesPage() {
  const { descriptor, role } = useConfig();
  return maySeeChanges(descriptor, role) ? <ChangesList /> : <AccessDeniedPage />;
}

type Asked = { is: 'records' | 'undo'; set: ChangeSet } | { is: 'period' };

function ChangesList() {
  const texts = useTexts('changes');
  const { descriptor, role } = useConfig();
  const filtering = useAddressFilters(changeFilters);
  const { filters } = filtering;
  const [dialog, setDialog] = useState<Asked>();
  const isFiltered = Object.keys(filters).length > 0;
  const { rows, state, more } = usePages({
    queryKey: ['changes', filters],
    read: pagesOf<ChangeSets>('/api/changes', toQuery(filters)),
    asks: [...descriptor.resources.keys()].map(threadsKey),
    texts: { ...texts, empty: isFiltered ? texts.sets.noneFound : texts.sets.empty },
  });
  const close = (): void => setDialog(undefined);
  const linked = useLinkedSet();
  const others = rows.filter(({ id }) => id !== linked?.id);
  const sets = linked ? [linked, ...others] : rows;
  return (
    <>
      <PageTitle title={texts.sets.title} />
      <ChangeFilterForm filtering={filtering} />
      {mayUndoOthers(descriptor, role) && (
        <Box sx={{ display: 'flex', justifyContent: 'end', mb: 1 }}>
          <Button onClick={() => setDialog({ is: 'period' })}>{texts.sets.period}</Button>
        </Box>
      )}
      {state}
      {sets.length > 0 && (
        <ChangesTable
          sets={sets}
          onOpen={(set) => setDialog({ is: 'records', set })}
          onUndo={(set) => setDialog({ is: 'undo', set })}
        />
      )}
      {more}
      {dialog?.is === 'records' && <ChangeRecordsDialog set={dialog.set} onClose={close} />}
      {dialog?.is === 'undo' && <UndoSetDialog set={dialog.set} onClose={close} />}
      {dialog?.is === 'period' && <UndoPeriodDialog by={filters.by} onClose={close} />}
    </>
  );
}

type ChangeFilterFormProps = {
  filtering: ReturnType<typeof useAddressFilters<(typeof changeFilters)[number]>>;
};

function ChangeFilterForm({ filtering }: ChangeFilterFormProps) {
  const { inputOf } = filtering;
  const texts = useTexts('changes');
  const own = texts.sets;
  const { descriptor, role } = useConfig();
  const { say } = useI18n();
  const users = descriptor.resources.get('users');
  return (
    <FilterFrame filtering={filtering} texts={own}>
      {users && mayDo(descriptor, role, users, 'list') && (
        <UserPicker label={texts.who} placeholder={own.anybody} {...inputOf('by')} />
      )}
      <NativeSelect
        label={texts.way}
        none={texts.all}
        options={Object.entries(texts.ways)}
        {...inputOf('way')}
      />
      <NativeSelect
        label={texts.collection}
        none={texts.all}
        options={resourcesFor(descriptor, role, 'history').map(({ name, label }) => [
          name,
          say(label),
        ])}
        {...inputOf('resource')}
      />
      <DayInput label={own.from} {...inputOf('from')} />
      <DayInput label={own.to} {...inputOf('to')} />
    </FilterFrame>
  );
}

/** Asks before a change set is undone, and says what will happen. */
function UndoSetDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
  const { sets: own, cancel } = useTexts('changes');
  const { number } = useI18n();
  const undo = useUndo();
  const [isBusy, setBusy] = useState(false);
  const { created, updated, deleted } = totalOf(set);
  const effects = [
    [created, own.undoCreated],
    [updated, own.undoUpdated],
    [deleted, own.undoDeleted],
  ] as const;
  const run = async (): Promise<void> => {
    setBusy(true);
    await undo({ changeSet: set.id });
    onClose();
  };
  return (
    <DialogFrame
      title={own.undoTitle}
      cancel={cancel}
      action={own.undoDo}
      isLoading={isBusy}
      focus="action"
      onAction={() => void run()}
      onClose={onClose}
    >
      <DialogContentText>{own.undoText}</DialogContentText>
      <Box component="ul" sx={{ my: 1, pl: 2.5 }}>
        {effects
          .filter(([count]) => count > 0)
          .map(([count, text]) => (
            <li key={text}>{fillTemplate(text, { count: number(count) })}</li>
          ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {own.undoRest}
      </Typography>
    </DialogFrame>
  );
}
