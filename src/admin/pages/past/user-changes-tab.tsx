import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useConfig } from '../../client/config.tsx';
import { usePages, pagesOf } from '../../kit/loading/query-state.tsx';
import { useTexts } from '../../messages/texts.ts';
import { RecordChangesTable } from './change-records.tsx';
import { mayUndoOthers } from './changes.ts';
import { UndoPeriodDialog } from './undo-period-dialog.tsx';
import type { RecordChanges } from '../../../contract/past.ts';

/** What a person has changed, on the page of that person. */
export function UserChangesTab({ id }: { id: string }) {
  const texts = useTexts('changes');
  const { descriptor, role } = useConfig();
  const [isAsking, setAsking] = useState(false);
  const { rows, state, more } = usePages({
    queryKey: ['changes', 'records', 'by', id],
    read: pagesOf<RecordChanges>('/api/changes/records', { by: id }),
    texts: { ...texts, empty: texts.user.empty },
  });
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
      {rows.length > 0 && mayUndoOthers(descriptor, role) && (
        <Button sx={{ mb: 1 }} onClick={() => setAsking(true)}>
          {texts.user.undo}
        </Button>
      )}
      {state}
      {rows.length > 0 && <RecordChangesTable changes={rows} hasTime />}
      {more}
      {isAsking && <UndoPeriodDialog by={id} isFixed onClose={() => setAsking(false)} />}
    </Box>
  );
}
