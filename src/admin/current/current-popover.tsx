import Popover from '@mui/material/Popover';
import type { Resource } from '../../descriptor/descriptor.ts';
import { CurrentChoice } from './current-choice.tsx';

type CurrentPopoverProps = {
  anchor: HTMLElement;
  label: string;
  resource: Resource;
  id: string | undefined;
  onChoose: (id: string | undefined) => void;
  onClose: () => void;
};

/** Where another current record is chosen, below its button. */
export function CurrentPopover({ anchor, label, onClose, ...choice }: CurrentPopoverProps) {
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
      <CurrentChoice {...choice} />
    </Popover>
  );
}
