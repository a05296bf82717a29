import { Button } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import type { Action } from '../../../descriptor/actions.ts';
import { ResourceIcon } from '../../layout/resource-icon.ts';
import { useText } from '../../use-text.ts';
import type { Target } from './use-act.ts';

const ActionDialog = lazy(async () => ({
  default: (await import('./action-dialog.tsx')).ActionDialog,
}));

type ActionButtonsProps = {
  actions: readonly Action[];
  targets: readonly Target[];
  size?: 'small' | 'medium';
  /** All of them were done. */
  onDone?: () => void;
};

/** A button for each action; what is done by it is asked in a dialog. */
export function ActionButtons({ actions, targets, size = 'medium', onDone }: ActionButtonsProps) {
  const say = useText();
  const [open, setOpen] = useState<Action>();
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.name}
          size={size}
          color="inherit"
          startIcon={<ResourceIcon name={action.icon} />}
          onClick={() => setOpen(action)}
        >
          {say(action.label)}
        </Button>
      ))}
      {open && (
        <Suspense>
          <ActionDialog
            action={open}
            targets={targets}
            onDone={onDone}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
