import { Menu, type Theme } from '@mui/material';
import { useSteps, useStepText } from '../../resource/undo/use-steps.ts';
import { MenuAction } from '../menu-action.tsx';
import { useTexts } from '../../messages/texts.ts';

type UndoMenuProps = { anchor: HTMLElement; onClose: () => void };

/** The last steps, the newest first. Choosing one undoes it and what was done after it. */
export function UndoMenu({ anchor, onClose }: UndoMenuProps) {
  const texts = useTexts('app');
  const textOf = useStepText();
  const { done, undo } = useSteps();
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: {
          dense: true,
          'aria-label': texts.undo.lastSteps,
          'aria-description': texts.undo.upTo,
        },
        paper: { sx: paperSx(texts.undo.upTo) },
      }}
    >
      {done.toReversed().map((step, index) => (
        <MenuAction
          key={step.changeSet}
          autoFocus={index === 0}
          onClose={onClose}
          onChoose={() => undo(index + 1)}
          sx={{ whiteSpace: 'normal', minHeight: { xs: 44, md: 36 } }}
        >
          {textOf(step)}
        </MenuAction>
      ))}
    </Menu>
  );
}

// A menu may contain only entries, so the explanation stands above it and in its description.
const paperSx = (hint: string) => (theme: Theme) => ({
  maxHeight: 420,
  maxWidth: 420,
  '&::before': {
    content: JSON.stringify(hint),
    display: 'block',
    padding: '10px 16px 0',
    color: theme.palette.text.secondary,
    fontSize: '0.8125rem',
  },
});
