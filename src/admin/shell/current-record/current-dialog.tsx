import { Popover } from '@mui/material';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { CurrentChoice } from './current-choice.tsx';
import { useCurrentId } from './use-current-id.ts';

type CurrentDialogProps = {
  resource: Resource;
  label: string;
  anchor: HTMLElement;
  onClose: () => void;
};

/** Below the button, what can be chosen. */
export function CurrentDialog({ resource, label, anchor, onClose }: CurrentDialogProps) {
  const [id, choose] = useCurrentId();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          sx: { width: 'min(360px, calc(100vw - 24px))', p: 1.5 },
        },
      }}
    >
      <CurrentChoice
        resource={resource}
        id={id}
        onChoose={(chosen) => {
          onClose();
          if (chosen !== id) choose(chosen);
        }}
      />
    </Popover>
  );
}
