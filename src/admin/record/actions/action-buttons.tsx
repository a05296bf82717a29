import { Box, Button, Tooltip } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import type { Action } from '../../../descriptor/settings/actions.ts';
import { leadsOn } from '../../../descriptor/permissions/is-offered.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { ResourceIcon } from '../../resource/resource-icon.ts';
import { useOfferCommands } from '../../shell/palette/offered-commands.ts';
import type { AllMatching, ActionTarget } from './use-action-form.ts';
import { useActionReason } from './use-action-reason.ts';

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
export function ActionButtons(props: ActionButtonsProps) {
  const { targets, all, size = 'medium', isDisabled = false, onDone } = props;
  const choices = useChoices(props);
  const [open, setOpen] = useState<Action>();
  const commands = useMemo(
    () =>
      choices
        .filter(({ reason }) => reason === undefined)
        .map(({ action }) => ({
          id: `action:${action.name}`,
          label: action.label,
          icon: action.icon,
          run: () => setOpen(action),
        })),
    [choices],
  );
  useOfferCommands(commands);
  const opened = choices.find(({ action }) => action === open);
  return (
    <>
      {choices.map(({ action, reason }) => (
        <ActionButton
          key={action.name}
          {...{ action, size, isDisabled, reason }}
          onOpen={() => setOpen(action)}
        />
      ))}
      {opened && (
        <ActionDialog
          action={opened.action}
          targets={opened.possible}
          of={targets.length}
          all={all}
          onDone={onDone}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** For each action the targets for which it is possible, or the reason why it is possible for none. */
function useChoices({ actions, targets, all }: ActionButtonsProps) {
  const { none } = useTexts('app').action;
  const reasonOf = useActionReason();
  return useMemo(
    () =>
      actions.map((action) => {
        const possible = targets.filter(
          (record) => leadsOn(action, record) && reasonOf(action, record) === undefined,
        );
        if (all !== undefined || possible.length > 0) return { action, possible };
        const [only, ...others] = targets;
        const refusal = only && others.length === 0 ? reasonOf(action, only) : undefined;
        return { action, possible, reason: refusal ?? none };
      }),
    [actions, targets, all, reasonOf, none],
  );
}

type ActionButtonProps = {
  action: Action;
  size: 'small' | 'medium';
  isDisabled: boolean;
  /** Why the action is not possible. The button then stays in the order of Tab, so that everyone can learn why. */
  reason: string | undefined;
  onOpen: () => void;
};

function ActionButton({ action, size, isDisabled, reason, onOpen }: ActionButtonProps) {
  const say = useText();
  const note = useId();
  const isBlocked = reason !== undefined;
  const button = (
    <Button
      size={size}
      color="inherit"
      disabled={isDisabled}
      startIcon={<ResourceIcon name={action.icon} />}
      onClick={isBlocked ? undefined : onOpen}
      {...(isBlocked && {
        'aria-disabled': true,
        'aria-describedby': note,
        disableRipple: true,
        sx: blockedSx,
      })}
    >
      {say(action.label)}
    </Button>
  );
  if (!isBlocked) return button;
  return (
    <>
      <Tooltip title={reason} describeChild enterTouchDelay={0}>
        {button}
      </Tooltip>
      <Box component="span" id={note} sx={visuallyHidden}>
        {reason}
      </Box>
    </>
  );
}

const blockedSx = {
  color: 'text.disabled',
  cursor: 'default',
  '&:hover': { bgcolor: 'transparent' },
};
