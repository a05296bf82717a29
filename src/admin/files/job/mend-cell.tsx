import type { JobRow } from '../../../contract/jobs.ts';
import { Box, Button, type ButtonProps, OutlinedInput, Typography } from '@mui/material';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Field } from '../../../fields/type/field.ts';
import { Hint } from '../../kit/hint.tsx';
import { useTexts } from '../../messages/texts.ts';
import { type Mends, useMend } from './mends.ts';
import { useChoiceList } from '../columns/use-choice-list.tsx';

type MendedCell = NonNullable<JobRow['mended']>[number];

type MendCellProps = {
  mends: Mends;
  row: number;
  column: string;
  /** The text of the cell in the last run; undefined if it is empty or not known. */
  value?: string | undefined;
  /** What was mended before the last run. */
  mended?: MendedCell | undefined;
  /** The text that replaces the cell, as long as the user has not mended it. */
  taken?: string | undefined;
  /** A text that fills the cell with one click. */
  proposed?: string | undefined;
  /** Its choices are offered. */
  field?: Field | undefined;
  /** The row can be imported without the cell. */
  mayOmit: boolean;
  /** The text of the file is shown elsewhere, or nobody knows it. */
  hidesOld?: boolean;
  isWrong?: boolean;
  /** The problem of the cell, for screen readers. */
  describedBy?: string;
};

/** One cell of a row, which the user can correct in place, leave out, and put back. */
export function MendCell(props: MendCellProps) {
  const { mends, row, column, value, mended, proposed, mayOmit, hidesOld } = props;
  const texts = useTexts('import-rows');
  const mend = useMend(mends, row, column);
  const { box, moveFocus } = useFocusInside();
  const set = (next: string | null | undefined): void => {
    moveFocus();
    mends.set(row, column, next);
  };
  const inFile = mended ? mended.old : value;
  const names = { row, column };
  return (
    <Box ref={box} sx={boxSx} data-changed={mends.isChanged(row, column)}>
      {mend === null ? (
        <Typography variant="body2">{texts.omitted}</Typography>
      ) : (
        <>
          <MendInput {...props} mend={mend} inFile={inFile} />
          {proposed !== undefined && mend !== proposed && (
            <CellButton
              variant="outlined"
              label={fillTemplate(texts.useIn, { ...names, value: proposed })}
              onClick={() => set(proposed)}
            >
              {fillTemplate(texts.use, { value: proposed })}
            </CellButton>
          )}
          {mayOmit && (
            <CellButton label={fillTemplate(texts.omitIn, names)} onClick={() => set(null)}>
              {texts.omit}
            </CellButton>
          )}
        </>
      )}
      {mend !== undefined && (
        <>
          {!hidesOld && (
            <Hint variant="caption" sx={{ overflowWrap: 'anywhere' }}>
              {fillTemplate(texts.inFile, { value: inFile ?? texts.empty })}
            </Hint>
          )}
          <CellButton label={fillTemplate(texts.putBackIn, names)} onClick={() => set(undefined)}>
            {texts.putBack}
          </CellButton>
        </>
      )}
    </Box>
  );
}

/** Focuses what a box contains after the button that was pressed has disappeared. */
function useFocusInside() {
  const box = useRef<HTMLDivElement>(null);
  const moves = useRef(false);
  useEffect(() => {
    if (moves.current) box.current?.querySelector<HTMLElement>('input, button')?.focus();
    moves.current = false;
  });
  return { box, moveFocus: () => (moves.current = true) };
}

type CellButtonProps = Pick<ButtonProps, 'variant' | 'onClick' | 'children'> & { label: string };

function CellButton({ label, ...props }: CellButtonProps) {
  return (
    <Button
      {...props}
      size="small"
      aria-label={label}
      sx={{ py: 0, minWidth: 0, textAlign: 'left' }}
    />
  );
}

type MendInputProps = MendCellProps & { mend: string | undefined; inFile: string | undefined };

/** Keeps what is typed until Enter, or until the focus leaves; Escape restores the text before. */
function MendInput({ mends, mend, inFile, ...props }: MendInputProps) {
  const { row, column, field, taken, isWrong, describedBy } = props;
  const texts = useTexts('import-rows');
  const cutId = useId();
  const { list, datalist } = useChoiceList(field);
  const isCut = mend === undefined && isCutText(inFile);
  const start = mend ?? taken ?? (isCut ? '' : (inFile ?? ''));
  const [draft, setDraft] = useState<string>();
  const commit = (): void => {
    setDraft(undefined);
    if (draft === undefined || draft === start) return;
    // The user typed the text of the file again, so nothing is changed.
    mends.set(row, column, draft === inFile ? undefined : draft);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft !== undefined) {
      event.stopPropagation();
      setDraft(undefined);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    commit();
    focusNext(event.currentTarget, event.shiftKey ? -1 : 1);
  };
  const described = [isCut && cutId, describedBy].filter(Boolean).join(' ');
  return (
    <>
      <OutlinedInput
        size="small"
        value={draft ?? start}
        error={isWrong === true && taken === undefined && !mends.isChanged(row, column)}
        placeholder={inFile === undefined ? texts.newText : ''}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
        inputProps={{
          'aria-label': fillTemplate(texts.cell, { column, row }),
          'data-mend': `${row} ${column}`,
          list,
          ...(described && { 'aria-describedby': described }),
        }}
        sx={inputSx}
      />
      {datalist}
      {isCut && (
        <Typography id={cutId} variant="caption" sx={{ overflowWrap: 'anywhere' }}>
          {inFile} {texts.cut}
        </Typography>
      )}
    </>
  );
}

/** A long cell arrives cut; to send that again would lose the rest. */
function isCutText(text = ''): boolean {
  return text.endsWith('…') && text.length > MAX_SHOWN_LENGTH;
}

const MAX_SHOWN_LENGTH = 200;

/** As in the grid, Enter goes to the next cell that can be mended, and Shift+Enter to the one before. */
function focusNext(from: HTMLElement, step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLInputElement>('input[data-mend]')];
  const next = all[all.indexOf(from as HTMLInputElement) + step];
  next?.focus();
  next?.select();
}

const boxSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  pl: 0.75,
  ml: -1,
  borderLeft: 2,
  borderColor: 'transparent',
  '&[data-changed="true"]': { borderColor: 'primary.main' },
};

const inputSx = {
  flex: '1 1 160px',
  maxWidth: 320,
  fontSize: 'inherit',
  '& .MuiOutlinedInput-input': { py: 0.5, px: 1 },
};
