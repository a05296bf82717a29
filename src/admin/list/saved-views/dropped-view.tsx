import { Box, Button } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useTexts } from '../../messages/texts.ts';
import { ListFrame } from '../list-frame.tsx';
import { ListState } from '../list-states.tsx';
import { type ListView, useViewWrites } from '../list-views.ts';
import { LIST_PANEL } from './view-tabs-state.ts';
import { ViewsButton, ViewsRow } from './views-place.tsx';

/**
 * Says that a view, or the declared filter of a list, has lost a part, and lists nothing until the reader agrees to go on without it. The owner can remove
 * the part for good.
 */
export function DroppedView({ view, onAgree }: { view: ListView; onAgree: () => void }) {
  const texts = useTexts('views');
  const notifyError = useNotifyError();
  const { change } = useViewWrites();
  const parts = (view.dropped ?? []).map((part) => texts.droppedParts[part]).join(', ');
  // The list itself has no id.
  const isList = view.id === '';
  const { where, sort, columns, shownAs, groups, figures } = view;
  const agree = (): void => {
    onAgree();
    // The button with the focus goes.
    setTimeout(() => focusPanel());
  };
  const remove = async (): Promise<void> => {
    try {
      await change(view, { where, sort, columns, shownAs, groups, figures });
      agree();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <>
      <ViewsRow />
      <Box sx={{ mb: 1.5 }}>
        <ViewsButton />
      </Box>
      <ListFrame>
        <ListState
          title={fillTemplate(isList ? texts.cutListTitle : texts.droppedTitle, {
            name: view.name,
          })}
          text={isList ? texts.cutListText : fillTemplate(texts.droppedText, { parts })}
        >
          <Button variant="outlined" onClick={agree}>
            {isList ? texts.cutListOpen : texts.droppedOpen}
          </Button>
          {view.mine && <Button onClick={() => void remove()}>{texts.droppedRemove}</Button>}
        </ListState>
      </ListFrame>
    </>
  );
}

function focusPanel(): void {
  const panel = document.getElementById(LIST_PANEL);
  panel?.setAttribute('tabindex', '-1');
  panel?.focus();
}
