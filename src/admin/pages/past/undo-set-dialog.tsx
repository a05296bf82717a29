import { Box, DialogContentText, Typography } from '@mui/material';
import { useState } from 'react';
import type { ChangeSet } from '../../../contract/past.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useUndo } from '../../resource/undo/use-undo.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { totalOf } from './changes.ts';

/** Asks before a change set is undone, and says what will happen. */
export function UndoSetDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
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
