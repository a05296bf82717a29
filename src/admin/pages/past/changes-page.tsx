import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { ChangeSet } from '../../../contract/past.ts';
import { useConfig } from '../../client/config.tsx';
import { AccessDeniedPage } from '../../kit/message-page.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { usePages } from '../../kit/loading/query-state.tsx';
import { useAddressFilters } from '../../resource/use-address-filters.ts';
import { useTexts } from '../../messages/texts.ts';
import { maySeeChanges } from '../../shell/core-pages.ts';
import { ChangeFilterForm } from './change-filter-form.tsx';
import { ChangeRecordsDialog } from './change-records.tsx';
import { changeFilters, mayUndoOthers, readChangeSets } from './changes.ts';
import { ChangesTable } from './changes-table.tsx';
import { UndoPeriodDialog } from './undo-period-dialog.tsx';
import { UndoSetDialog } from './undo-set-dialog.tsx';

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
    read: (after: string | null, signal) => readChangeSets(filters, after, signal),
    texts: { ...texts, empty: isFiltered ? texts.sets.noneFound : texts.sets.empty },
  });
  const close = (): void => setDialog(undefined);
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
      {rows.length > 0 && (
        <ChangesTable
          sets={rows}
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
