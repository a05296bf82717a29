import EraseIcon from '@mui/icons-material/AutoFixOff';
import { Button } from '@mui/material';
import { useState } from 'react';
import { mayAdminister } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useTexts } from '../../messages/texts.ts';

const EraseDialog = lazyPart(
  () => import('./erase-dialog.tsx'),
  'EraseDialog',
  import.meta.glob('/src/admin/messages/*/record/changes.ts'),
);

/** Lets an admin erase earlier values of a record; other users get no button. */
export function EraseButton({ id }: { id: string }) {
  const { descriptor, role } = useConfig();
  const texts = useTexts('app');
  const [isOpen, setOpen] = useState(false);
  if (!mayAdminister(descriptor, role)) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<EraseIcon />}
        onClick={() => setOpen(true)}
        sx={{ ml: 'auto', color: 'text.secondary' }}
      >
        {texts.undo.erase}
      </Button>
      {isOpen && <EraseDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
