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
import { useId, useState } from 'react';
import { checkField } from '../../../../descriptor/field-check.ts';
import type { Field } from '../../../../fields/field.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { Status } from '../../../kit/status/status.tsx';
import { FieldValue } from '../../../kit/field-value.tsx';
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
const SHOWN = 50;

/** The rows to create, to be checked and corrected. A row with a problem stays until it is corrected. */
export function NewRowsDialog(props: NewRowsDialogProps) {
  const { pending, onCreate, onAllNew, onRead, onClose } = props;
  const { find } = useResource();
  const { translate, say, number } = useI18n();
  const names = [...new Set(pending.created.flatMap(({ texts }) => Object.keys(texts)))];
  const fields = names.map(find).filter((field) => field !== undefined);
  const isClear = (row: PastedRow) =>
    row.refusal === undefined && fields.every((field) => saidOf(field, row) === undefined);
  const [rows, setRows] = useState(() => problemsFirst(pending.created, isClear));
  const [isFirst, setFirst] = useState(true);
  const [isSending, setSending] = useState(false);
  const clear = rows.filter(isClear);
  const held = rows.length - clear.length;
  const changes = isFirst ? pending.changes.length : 0;
  const title = translate('grid.new_rows', {
    smart_count: rows.length,
    count: number(rows.length),
  });

  const create = async (): Promise<void> => {
    setSending(true);
    const uncreated = await onCreate(clear, isFirst);
    const refusals = new Map(uncreated.map(({ index, said }) => [clear[index], said]));
    const left = rows.flatMap((row) => {
      const refusal = refusals.get(row);
      if (refusal !== undefined) return [{ ...row, refusal }];
      return isClear(row) ? [] : [row];
    });
    if (left.length === 0) return onClose();
    setRows(problemsFirst(left, isClear));
    setFirst(false);
    setSending(false);
  };
  const replace = async (row: PastedRow, field: Field, text: string): Promise<void> => {
    const next = await onRead(row, field, text);
    setRows((all) => all.map((one) => (one === row ? next : one)));
  };
  return (
    <DialogFrame
      title={title}
      maxWidth="lg"
      cancel={translate('list.cancel')}
      action={
        clear.length > 0
          ? translate('grid.create_rows', {
              smart_count: clear.length,
              count: number(clear.length),
            })
          : translate('grid.write_cells')
      }
      focus="action"
      isLoading={isSending}
      isBusy={isSending}
      isDisabled={clear.length + changes === 0}
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
      {rows.length > SHOWN && (
        <DialogContentText sx={{ mb: 1 }}>
          {translate('grid.first_rows', { smart_count: SHOWN, of: number(rows.length) })}
        </DialogContentText>
      )}
      <TableContainer sx={{ maxHeight: 420 }}>
        <Table size="small" stickyHeader aria-label={title}>
          <TableHead>
            <TableRow>
              {fields.map((field) => (
                <TableCell key={field.name}>{say(field.label)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.slice(0, SHOWN).map((row) => (
              <TableRow key={row.key}>
                {fields.map((field, index) => (
                  <EditableCell
                    key={field.name}
                    field={field}
                    row={row}
                    refusal={index === 0 ? row.refusal : undefined}
                    onText={(text) => void replace(row, field, text)}
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
  onText: (text: string) => void;
};

function EditableCell({ field, row, refusal, onText }: EditableCellProps) {
  const { say } = useI18n();
  const id = useId();
  const text = row.texts[field.name] ?? '';
  const said = [saidOf(field, row), refusal].filter((one) => one !== undefined).join(' ');
  const value = row.values[field.name];
  return (
    <TableCell sx={{ minWidth: 110, verticalAlign: 'top' }}>
      <InputBase
        fullWidth
        defaultValue={text}
        multiline={text.includes('\n')}
        error={said !== ''}
        inputProps={{
          'aria-label': say(field.label),
          'aria-invalid': said !== '',
          'aria-describedby': said === '' ? undefined : id,
        }}
        onBlur={({ target }) => target.value !== text && onText(target.value)}
        sx={{
          borderBottom: 1,
          borderColor: said === '' ? 'divider' : 'error.main',
          fontSize: 'inherit',
          color: said === '' ? undefined : 'error.main',
        }}
      />
      {said === '' && field.kind.relation && value !== undefined && (
        <FieldValue field={field} value={value} place="list" />
      )}
      <FormHelperText id={id} error sx={{ mt: 0 }}>
        {said}
      </FormHelperText>
    </TableCell>
  );
}

/** What is wrong with a value; undefined if nothing is. */
function saidOf(field: Field, { values, refused }: PastedRow): string | undefined {
  const unread = refused[field.name];
  const value = values[field.name];
  if (unread !== undefined || value === undefined) return unread;
  const checked = checkField(field, value);
  return 'problems' in checked ? problemsText(checked.problems) : undefined;
}

function problemsFirst(rows: readonly PastedRow[], isClear: (row: PastedRow) => boolean) {
  const { bad = [], good = [] } = Object.groupBy(rows, (row) => (isClear(row) ? 'good' : 'bad'));
  return [...bad, ...good];
}
