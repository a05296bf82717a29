import {
  Alert,
  Button,
  DialogContentText,
  FormHelperText,
  InputBase,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import { useId, useRef, useState } from 'react';
import { decimalMarkOf } from '../../../../fields/text/decimal-mark.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { ConfirmDialog, DialogFrame } from '../../../kit/dialog-frame.tsx';
import { UnsavedChanges } from '../../../kit/unsaved-changes.tsx';
import { Status } from '../../../kit/status/status.tsx';
import { FieldValue } from '../../../resource/field-value.tsx';
import { FilesOfRow } from './files-of-row.tsx';
import { isNumeric } from './read-numbers.ts';
import type { PastedRow } from './read-paste.ts';
import { isRequired, saidOf, useNewRows, type NewRowsWork } from './use-new-rows.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

type NewRowsDialogProps = NewRowsWork & {
  /** Makes new rows of all pasted cells; absent if they are. */
  onAllNew: (() => void) | undefined;
};

/** At most this many rows are shown, those with problems first; the others are only counted. */
const MAX_SHOWN_ROWS = 50;

/** The rows to create, to be checked and corrected. A row that was not created stays. */
export function NewRowsDialog({ onAllNew, ...work }: NewRowsDialogProps) {
  const { pending, onClose } = work;
  const { typed, dropped } = pending;
  const news = useNewRows(work);
  const { fields, rows, changes, ready, isSending } = news;
  const { texts: app, say, number } = useI18n();
  const title = fillTemplate(app.grid.newRows, {
    count: number(rows.length),
  });
  // While no row can be sent, the button says what it will do once they are corrected.
  const creating = ready || rows.length;
  const isTouched = useRef((typed?.text ?? '') !== '');
  const isDirty = (): boolean => isTouched.current || news.refused > 0;
  const [isAsking, setAsking] = useState(false);
  return (
    <DialogFrame
      title={title}
      maxWidth="lg"
      cancel={app.list.cancel}
      action={
        ready > 0 || changes === 0
          ? fillTemplate(app.grid.createRows, { count: number(creating) })
          : app.grid.writeCells
      }
      focus={typed ? undefined : 'action'}
      isForm={typed !== undefined}
      isLoading={isSending}
      isBusy={isSending}
      isDisabled={!typed && ready + changes === 0}
      onAction={() => void news.create()}
      onCancel={onClose}
      onClose={() => (isDirty() ? setAsking(true) : onClose())}
    >
      <UnsavedChanges isDirty={isDirty} onLeave={onClose} />
      {isAsking && <Leave onLeave={onClose} onStay={() => setAsking(false)} />}
      {changes > 0 && (
        <Alert
          severity="warning"
          sx={{ mb: 1 }}
          action={
            onAllNew && (
              <Button color="inherit" size="small" onClick={onAllNew}>
                {app.grid.allNew}
              </Button>
            )
          }
        >
          {fillTemplate(app.grid.andChanges, { count: changes })}
        </Alert>
      )}
      {news.isUnsent && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {app.grid.notLoaded}
        </Alert>
      )}
      <Left count={news.invalid} text={app.grid.heldBack} />
      <Left
        count={news.refused}
        text={news.isWaiting || isSending ? app.grid.resent : app.grid.notCreated}
      />
      {rows.length > MAX_SHOWN_ROWS && (
        <DialogContentText sx={{ mb: 1 }}>
          {fillTemplate(app.grid.firstRows, { count: MAX_SHOWN_ROWS, of: number(rows.length) })}
        </DialogContentText>
      )}
      <TableContainer sx={{ maxHeight: 420 }}>
        <Table size="small" stickyHeader aria-label={title}>
          <TableHead>
            <TableRow>
              {fields.map((field) => (
                <TableCell key={field.name}>
                  {say(field.label)}
                  {isRequired(field) && ' *'}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.slice(0, MAX_SHOWN_ROWS).map((row) => (
              <TableRow key={row._id}>
                {fields.map((field, index) =>
                  field.kind.files ? (
                    <FilesOfRow
                      key={field.name}
                      field={field}
                      value={row.values[field.name]}
                      dropped={dropped?.name === field.name ? dropped.files : undefined}
                      onFiles={(value) => {
                        isTouched.current = true;
                        news.add(row, field, value);
                      }}
                    />
                  ) : (
                    <EditableCell
                      key={field.name}
                      field={field}
                      row={row}
                      refusal={index === 0 ? row.refusal : undefined}
                      isChecked={news.isChecked}
                      typed={typed?.name === field.name ? typed.text : undefined}
                      onInput={() => {
                        isTouched.current = true;
                        news.stopWaiting();
                      }}
                      onText={(text) => news.read(row, field, text)}
                    />
                  ),
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </DialogFrame>
  );
}

/** Asks before Escape, or a click beside the dialog, loses what the user has typed. */
function Leave({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { texts: app } = useI18n();
  return (
    <ConfirmDialog
      title={app.form.unsavedTitle}
      text={app.form.unsavedText}
      action={app.form.leave}
      cancel={app.form.stay}
      isGrave
      onAction={onLeave}
      onClose={onStay}
    />
  );
}

/** How many rows are left, and why. */
function Left({ count, text }: { count: number; text: string }) {
  if (count === 0) return null;
  return (
    <DialogContentText component={Status} sx={{ mb: 1, color: 'error.main' }}>
      {fillTemplate(text, { count })}
    </DialogContentText>
  );
}

type EditableCellProps = {
  field: Field;
  row: PastedRow;
  /** Why the server refused the whole row. */
  refusal: string | undefined;
  /** Whether problems are shown. */
  isChecked: boolean;
  /** The text that opened the dialog, if it was typed into this cell. */
  typed: string | undefined;
  onInput: () => void;
  /** The user leaves the cell with another text. */
  onText: (text: string) => void;
};

function EditableCell(props: EditableCellProps) {
  const { field, row, refusal, isChecked, typed, onInput, onText } = props;
  const { say } = useI18n();
  const id = useId();
  const text = row.texts[field.name] ?? '';
  const problem = isChecked ? saidOf(field, row) : row.refused[field.name];
  const isBad = problem !== undefined;
  const reasons = [problem, refusal].filter((one) => one !== undefined).join(' ');
  const value = row.values[field.name];
  const [draft, setDraft] = useState(typed);
  // A sign typed before a number also changes the cell of the sign.
  if (draft === text) setDraft(undefined);
  const read = (now: string): void => {
    if (now !== text) onText(now);
  };
  return (
    <TableCell sx={{ minWidth: 110, verticalAlign: 'top' }}>
      <InputBase
        fullWidth
        value={draft ?? text}
        autoFocus={typed !== undefined}
        multiline={text.includes('\n')}
        error={isBad}
        inputProps={{
          'aria-label': say(field.label),
          'aria-required': isRequired(field),
          'aria-invalid': isBad,
          'aria-describedby': reasons === '' ? undefined : id,
        }}
        onChange={({ target }) => {
          setDraft(target.value);
          onInput();
        }}
        onBlur={({ target }) => read(target.value)}
        onKeyDown={({ key, target }) => {
          // Enter creates the record from the cell that still has the focus.
          if (key === 'Enter' && target instanceof HTMLInputElement) read(target.value);
        }}
        sx={{
          borderBottom: 1,
          borderColor: isBad ? 'error.main' : 'divider',
          fontSize: 'inherit',
          color: isBad ? 'error.main' : undefined,
        }}
      />
      {!isBad && value !== undefined && isReadOtherwise(field, text) && (
        <FieldValue field={field} value={value} place="list" />
      )}
      <FormHelperText id={id} error sx={{ mt: 0 }}>
        {reasons}
      </FormHelperText>
    </TableCell>
  );
}

/** Whether the value does not follow from the text alone: the name of a record, or a number of either notation. */
function isReadOtherwise(field: Field, text: string): boolean {
  return (
    field.kind.relation !== undefined || (isNumeric(field) && decimalMarkOf(text) === 'either')
  );
}
