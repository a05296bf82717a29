import { Box, Button, CircularProgress, IconButton, useMediaQuery } from '@mui/material';
import { useWatch } from 'react-hook-form';
import type { MouseEvent } from 'react';
import { Status } from '../kit/status/status.tsx';
import { keepsFocus } from './children/keeps-focus.ts';
import { useLineCount } from './children/inline-lists.ts';
import { ChangedLines } from './children/lazy-line-editor.ts';
import type { RecordForm } from './use-record-form.ts';
import { Hint } from '../kit/hint.tsx';

import CircleIcon from '@mui/icons-material/Circle';
import PlaylistAddIcon from '@mui/icons-material/PlaylistAdd';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

export type AfterSave = 'stay' | 'close' | 'another';

type SaveBarProps = {
  work: RecordForm;
  isSaving: boolean;
  onSave: (then: AfterSave) => void;
  /** Goes back to the values; none for a new record. */
  onCancel: (() => void) | undefined;
};

/**
 * An input that is left may show a problem, which moves the button away below a mouse that is pressed; the click would be
 * lost. So the button takes the focus at the click, and the input has told its value when the form is saved.
 */
const savesAtOnce = {
  ...keepsFocus,
  onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.focus(),
};

/** The buttons of the form, always in reach. They are never disabled: that would lose the focus. */
export function SaveBar({ work, isSaving, onSave, onCancel }: SaveBarProps) {
  const texts = useTexts('app');
  const isNew = work.base === undefined;
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const saveAnd = (then: AfterSave) => (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.focus();
    onSave(then);
  };
  return (
    <>
      <Button
        {...savesAtOnce}
        type="submit"
        variant="contained"
        aria-busy={isSaving}
        startIcon={isSaving ? <CircularProgress size={16} color="inherit" /> : undefined}
      >
        {texts.form.save}
      </Button>
      <Button {...savesAtOnce} onClick={saveAnd('close')}>
        {texts.form.saveClose}
      </Button>
      {isNew &&
        (isPhone ? (
          // Three buttons with labels would take two lines.
          <IconButton
            color="primary"
            aria-label={texts.form.saveAnother}
            {...savesAtOnce}
            onClick={saveAnd('another')}
          >
            <PlaylistAddIcon />
          </IconButton>
        ) : (
          <Button {...savesAtOnce} onClick={saveAnd('another')}>
            {texts.form.saveAnother}
          </Button>
        ))}
      {onCancel && (
        <Button color="inherit" onClick={onCancel}>
          {texts.list.cancel}
        </Button>
      )}
      <ChangeMark work={work} />
    </>
  );
}

function ChangeMark({ work }: { work: RecordForm }) {
  const texts = useTexts('app');
  // Renders with every key press, unlike the rest of the form.
  useWatch({ control: work.form.control });
  const count = Object.keys(work.changes()).length;
  const lines = useLineCount(work);
  const discard = (): void => work.rebase(work.base, work.base ? undefined : work.initial());
  return (
    <Box component={Status} sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto' }}>
      {count + lines > 0 && (
        <>
          <CircleIcon color="warning" sx={{ fontSize: 10 }} />
          <Hint>{count > 0 && fillTemplate(texts.form.changedFields, { count })}</Hint>
          {lines > 0 && <ChangedLines count={lines} />}
          <Button size="small" color="inherit" onClick={discard}>
            {texts.form.discard}
          </Button>
        </>
      )}
    </Box>
  );
}
