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
import { checkField } from '../../../../descriptor/field-check.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { Status } from '../../../kit/status/status.tsx';
import { FieldValue } from '../../../resource/field-value.tsx';
import { useResource } from '../../../kit/use-resource.ts';
import type { Uncreated } from '../writing/create-writer.ts';
import { problemsText } from '../writing/send-changes.ts';
import type { PastedRow, PendingPaste } from './use-clipboard.ts';

type NewRowsDialogProps = {
  pending: PendingPaste;
  /** Creates the records, and writes the pasted cells of existing ones the first time. */
  onCreate: (rows: readonly PastedRow[], isFirst: boolean) => Promise<readonly Uncreated[]>;
  /** Makes new rows of all pasted cells; absent if they are. */
  onAllNew: (() => void) | undefined;
  /** Reads the text of a cell again. */
  onRead: (row: PastedRow, field: Field, text: string) => Promise<PastedRow>;
  onClose: () => void;
};

/** At most this many rows are shown, those with problems first; the others are only counted. */
const MAX_SHOWN_ROWS = 50;

/** The rows to create, to be checked and corrected. A row with a problem stays until it is corrected. */
export function NewRowsDialog(props: NewRowsDialogProps) {
  const { pending, onCreate, onAllNew, onRead, onClose } = props;
  const { find, resource, isWritable } = useResource();
  const { translate, say, number } = useI18n();
  const notifyError = useNotifyError();
  const names = [...new Set(pending.created.flatMap(({ texts }) => Object.keys(texts)))];
  const required = [...resource.fields.values()]
    .filter((field) => isRequired(field) && isWritable(field.name))
    .map(({ name }) => name);
  // A required field that the block lacks could not be filled in otherwise.
  const fields = [...new Set([...names, ...required])].flatMap((name) => find(name) ?? []);
  const isClear = (row: PastedRow) =>
    row.refusal === undefined && fields.every((field) => saidOf(field, row) === undefined);
  const [rows, setRows] = useState(() => problemsFirst(pending.created, isClear));
  const { typed } = pending;
  // Nothing is wrong with a row that the user has only begun to type.
  const [isChecked, setChecked] = useState(typed === undefined);
  const latest = useRef(rows);
  const reading = useRef(Promise.resolve());
  const show = (next: readonly PastedRow[]): void => {
    latest.current = problemsFirst(next, isClear);
    setRows(latest.current);
  };
  const [isFirst, setFirst] = useState(true);
  const [isSending, setSending] = useState(false);
  const clear = rows.filter(isClear);
  const held = isChecked ? rows.length - clear.length : 0;
  const changes = isFirst ? pending.changes.length : 0;
  const title = translate('grid.new_rows', {
    smart_count: rows.length,
    count: number(rows.length),
  });

  const create = async (): Promise<void> => {
    setSending(true);
    // A click on the button leaves the cell, whose text is read first.
    await reading.current;
    setChecked(true);
    const ready = latest.current.filter(isClear);
    const isNothing = ready.length + changes === 0;
    const uncreated = isNothing ? [] : await onCreate(ready, isFirst);
    const refusals = new Map(uncreated.map(({ index, said }) => [ready[index], said]));
    const left = latest.current.flatMap((row) => {
      const refusal = refusals.get(row);
      if (refusal !== undefined) return [{ ...row, refusal }];
      return isClear(row) ? [] : [row];
    });
    if (left.length === 0) return onClose();
    show(left);
    if (!isNothing) setFirst(false);
    setSending(false);
  };
  const replace = async (row: PastedRow, field: Field, text: string): Promise<void> => {
    const of = (all: readonly PastedRow[]) => all.find(({ key }) => key === row.key) ?? row;
    const next = await onRead(of(latest.current), field, text);
    latest.current = latest.current.map((one) => (one.key === row.key ? next : one));
    setRows(latest.current);
  };
  /** One after another: the second builds on the row that the first has changed. */
  const readNext = (row: PastedRow, field: Field, text: string): void => {
    reading.current = reading.current.then(() => replace(row, field, text)).catch(notifyError);
  };
  return (
    <DialogFrame
      title={title}
      maxWidth="lg"
      cancel={translate('list.cancel')}
      action={
        clear.length > 0 || typed
          ? translate('grid.create_rows', {
              smart_count: Math.max(1, clear.length),
              count: number(Math.max(1, clear.length)),
            })
          : translate('grid.write_cells')
      }
      focus={typed ? undefined : 'action'}
      isForm={typed !== undefined}
      isLoading={isSending}
      isBusy={isSending}
      isDisabled={!typed && clear.length + changes === 0}
      onAction={() => void create()}
      onClose={onClose}
    >
      {changes > 0 && (
        <Alert
          severity="warning"
          sx={{ mb: 1 }}
          action={
            onAllNew && (
              <Button color="inherit" size="small" onClick={onAllNew}>
                {translate('grid.all_new')}
              </Button>
            )
          }
        >
          {translate('grid.and_changes', { smart_count: changes })}
        </Alert>
      )}
      {held > 0 && (
        <DialogContentText component={Status} sx={{ mb: 1, color: 'error.main' }}>
          {translate('grid.held_back', { smart_count: held })}
        </DialogContentText>
      )}
      {rows.length > MAX_SHOWN_ROWS && (
        <DialogContentText sx={{ mb: 1 }}>
          {translate('grid.first_rows', { smart_count: MAX_SHOWN_ROWS, of: number(rows.length) })}
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
              <TableRow key={row.key}>
                {fields.map((field, index) => (
                  <EditableCell
                    key={field.name}
                    field={field}
                    row={row}
                    refusal={index === 0 ? row.refusal : undefined}
                    isChecked={isChecked}
                    typed={typed?.name === field.name ? typed.text : undefined}
                    onText={(text) => readNext(row, field, text)}
                  />
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </DialogFrame>
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
  onText: (text: string) => void;
};

function EditableCell(props: EditableCellProps) {
  const { field, row, refusal, isChecked, typed, onText } = props;
  const { say } = useI18n();
  const id = useId();
  const text = row.texts[field.name] ?? '';
  const problem = isChecked ? saidOf(field, row) : row.refused[field.name];
  const reasons = [problem, refusal].filter((one) => one !== undefined).join(' ');
  const value = row.values[field.name];
  const read = (now: string): void => {
    if (now !== text) onText(now);
  };
  return (
    <TableCell sx={{ minWidth: 110, verticalAlign: 'top' }}>
      <InputBase
        fullWidth
        defaultValue={typed ?? text}
        autoFocus={typed !== undefined}
        multiline={text.includes('\n')}
        error={reasons !== ''}
        inputProps={{
          'aria-label': say(field.label),
          'aria-required': isRequired(field),
          'aria-invalid': reasons !== '',
          'aria-describedby': reasons === '' ? undefined : id,
        }}
        onBlur={({ target }) => read(target.value)}
        onKeyDown={({ key, target }) => {
          // Enter creates the record from the cell that still has the focus.
          if (key === 'Enter' && target instanceof HTMLInputElement) read(target.value);
        }}
        sx={{
          borderBottom: 1,
          borderColor: reasons === '' ? 'divider' : 'error.main',
          fontSize: 'inherit',
          color: reasons === '' ? undefined : 'error.main',
        }}
      />
      {reasons === '' && field.kind.relation && value !== undefined && (
        <FieldValue field={field} value={value} place="list" />
      )}
      <FormHelperText id={id} error sx={{ mt: 0 }}>
        {reasons}
      </FormHelperText>
    </TableCell>
  );
}

/** What is wrong with a value; undefined if nothing is. */
function saidOf(field: Field, { values, refused }: PastedRow): string | undefined {
  const unread = refused[field.name];
  const value = values[field.name];
  if (unread !== undefined || (value === undefined && !isRequired(field))) return unread;
  const checked = checkField(field, value);
  return 'problems' in checked ? problemsText(checked.problems) : undefined;
}

/** Whether a new record must be given a value. */
function isRequired({ required, readOnly, default: first, numbering, when }: Field): boolean {
  return required && !readOnly && first === undefined && !numbering && !when?.shown;
}

function problemsFirst(rows: readonly PastedRow[], isClear: (row: PastedRow) => boolean) {
  const { bad = [], good = [] } = Object.groupBy(rows, (row) => (isClear(row) ? 'good' : 'bad'));
  return [...bad, ...good];
}
