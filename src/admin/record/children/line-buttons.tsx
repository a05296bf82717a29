import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import UndoIcon from '@mui/icons-material/Undo';
import { Button, IconButton } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { keepsFocus } from './keeps-focus.ts';
import { LineHandle } from './line-handle.tsx';
import type { Line } from './lines.ts';

type LineButtonsProps = {
  line: Line;
  name: string;
  more: { isOpen: boolean; onToggle: () => void } | undefined;
  onRemove: (() => void) | undefined;
  onUndo: () => void;
  /** Whether the user may set the order of the lines. */
  isMovable: boolean;
  /** Moves it by so many places. */
  onMove: (by: number) => void;
};

/** What can be done with a line: move it, show the rest of its fields, remove it, or undo its removal. */
export function LineButtons({ line, name, more, onMove, ...props }: LineButtonsProps) {
  const { onRemove, onUndo, isMovable } = props;
  const texts = useTexts('lines');
  const named = (text: string): string => fillTemplate(text, { line: name });
  if (line.isRemoved)
    return (
      <Button
        size="small"
        startIcon={<UndoIcon />}
        data-remove
        {...keepsFocus}
        aria-label={named(texts.undoOf)}
        onClick={onUndo}
      >
        {texts.undo}
      </Button>
    );
  return (
    <>
      {isMovable && <LineHandle name={name} onMove={onMove} />}
      {more && (
        <IconButton
          size="small"
          aria-label={named(texts.more)}
          title={named(texts.more)}
          aria-expanded={more.isOpen}
          {...keepsFocus}
          onClick={more.onToggle}
        >
          <ExpandMoreIcon
            fontSize="small"
            sx={{ transform: more.isOpen ? 'rotate(180deg)' : undefined }}
          />
        </IconButton>
      )}
      {onRemove && (
        <IconButton
          size="small"
          data-remove
          {...keepsFocus}
          aria-label={named(texts.remove)}
          title={named(texts.remove)}
          onClick={onRemove}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
    </>
  );
}
