import { Box, Button, Tooltip } from '@mui/material';
import { useId } from 'react';
import type { Action } from '../../../descriptor/settings/actions.ts';
import { ResourceIcon } from '../../resource/resource-icon.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useText } from '../../messages/use-text.ts';

type ActionButtonProps = {
  action: Action;
  size: 'small' | 'medium';
  isDisabled: boolean;
  /** Why the action is not possible. The button then stays in the order of Tab, so that everyone can learn why. */
  reason: string | undefined;
  onOpen: () => void;
};

/** The button of one action. */
export function ActionButton({ action, size, isDisabled, reason, onOpen }: ActionButtonProps) {
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
