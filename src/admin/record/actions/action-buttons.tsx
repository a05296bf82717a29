import { Button } from '@mui/material';
import { useMemo, useState } from 'react';
import { lazyPart } from '../../kit/lazy-part.tsx';
import type { Action } from '../../../descriptor/actions.ts';
import { ResourceIcon } from '../../kit/resource-icon.ts';
import { useOfferCommands } from '../../shell/palette/offered-commands.ts';
import { useText } from '../../messages/use-text.ts';
import type { AllMatching, ActionTarget } from './action-dialog.tsx';

const ActionDialog = lazyPart(() => import('./action-dialog.tsx'), 'ActionDialog');

type ActionButtonsProps = {
  actions: readonly Action[];
  targets: readonly ActionTarget[];
  /** Instead of targets: every record that matches the list's filter. */
  all?: AllMatching;
  size?: 'small' | 'medium';
  isDisabled?: boolean;
  /** Called when the action succeeded for all of them. */
  onDone?: () => void;
};

/** A button for each action, which opens a dialog that asks for what the action needs. */
export function ActionButtons({
  actions,
  targets,
  all,
  size = 'medium',
  isDisabled = false,
  onDone,
}: ActionButtonsProps) {
  const say = useText();
  const [open, setOpen] = useState<Action>();
  const commands = useMemo(
    () =>
      actions.map((action) => ({
        id: `action:${action.name}`,
        label: action.label,
        icon: action.icon,
        run: () => setOpen(action),
      })),
    [actions],
  );
  useOfferCommands(commands);
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.name}
          size={size}
          color="inherit"
          disabled={isDisabled}
          startIcon={<ResourceIcon name={action.icon} />}
          onClick={() => setOpen(action)}
        >
          {say(action.label)}
        </Button>
      ))}
      {open && (
        <ActionDialog
          action={open}
          targets={targets}
          all={all}
          onDone={onDone}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
