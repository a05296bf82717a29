import StepsIcon from '@mui/icons-material/ArrowDropDown';
import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import { useState } from 'react';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useSteps, useStepText } from '../../resource/undo/use-steps.ts';
import { useResource } from '../../kit/use-resource.ts';
import { HintButton } from '../../shell/layout/hint-button.tsx';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

const UndoMenu = lazyPart(() => import('./undo-menu.tsx'), 'UndoMenu');

/** Undo and redo, each with the step it is about, and the list of the last steps. */
export function UndoTools() {
  const { may } = useResource();
  const texts = useTexts('app');
  const textOf = useStepText();
  const steps = useSteps();
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (!may('create') && !may('update') && !may('delete')) return null;
  const step = (way: 'undo' | 'redo', Icon: typeof UndoIcon) => {
    const last = steps[way === 'undo' ? 'done' : 'undone'].at(-1);
    return (
      <HintButton
        // Not `disabled`: the last step that is undone by a key would take the focus from its button.
        aria-disabled={last === undefined}
        label={
          last === undefined
            ? texts.grid.nothingTo[way]
            : fillTemplate(texts.undo.step[way], { step: textOf(last) })
        }
        onClick={() => last && steps[way]()}
        className="undo-button"
      >
        <Icon fontSize="small" />
      </HintButton>
    );
  };
  return (
    <div role="group" aria-label={texts.undo.steps} style={groupStyle}>
      {step('undo', UndoIcon)}
      {step('redo', RedoIcon)}
      <HintButton
        label={texts.undo.lastSteps}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-disabled={steps.done.length === 0}
        onClick={(event) => steps.done.length > 0 && setAnchor(event.currentTarget)}
        className="undo-button"
        data-narrow
      >
        <StepsIcon fontSize="small" />
      </HintButton>
      {anchor && <UndoMenu anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </div>
  );
}

const groupStyle = { display: 'flex', flex: 'none' };
