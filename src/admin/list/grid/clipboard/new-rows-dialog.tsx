import {
  DialogContentText,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import { checkField } from '../../../../descriptor/field-check.ts';
import type { Field } from '../../../../fields/field.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { FieldValue } from '../../../kit/field-value.tsx';
import { useResource } from '../../../kit/use-resource.ts';
import { problemsText } from '../writing/send-changes.ts';
import type { PastedRow, PendingPaste } from './use-clipboard.ts';

type NewRowsDialogProps = {
  pending: PendingPaste;
  /** Receives the values of the rows that can be created. */
  onCreate: (rows: readonly PastedRow['values'][]) => void;
  onClose: () => void;
};

/** At most this many rows are shown; the others are only counted. */
const SHOWN = 50;

/** A preview of the rows to create, with their problems; rows known to be wrong are not created. */
export function NewRowsDialog({ pending, onCreate, onClose }: NewRowsDialogProps) {
  const { created, changes } = pending;
  const { find } = useResource();
  const { translate, say, number } = useI18n();
  const title = translate('grid.new_rows', {
    smart_count: created.length,
    count: number(created.length),
  });
  const names = [...new Set(created.flatMap(({ values }) => Object.keys(values)))];
  const fields = names.map(find).filter((field) => field !== undefined);
  const isClear = ({ values, refused }: PastedRow): boolean =>
    Object.keys(refused).length === 0 &&
    fields.every((field) => {
      const value = values[field.name];
      return value === undefined || 'value' in checkField(field, value);
    });
  const clear = created.filter(isClear);
  const held = created.length - clear.length;
  return (
    <DialogFrame
      title={title}
      maxWidth="lg"
      cancel={translate('list.cancel')}
      action={translate('grid.create_rows', { smart_count: clear.length })}
      focus="action"
      isDisabled={clear.length + changes.length === 0}
      onAction={() => onCreate(clear.map(({ values }) => values))}
      onClose={onClose}
    >
      {changes.length > 0 && (
        <DialogContentText sx={{ mb: 1 }}>
          {translate('grid.and_changes', { smart_count: changes.length })}
        </DialogContentText>
      )}
      {held > 0 && (
        <DialogContentText sx={{ mb: 1, color: 'error.main' }}>
          {translate('grid.held_back', { smart_count: held })}
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
            {created.slice(0, SHOWN).map(({ values, refused }, index) => (
              <TableRow key={index}>
                {fields.map((field) => (
                  <Preview
                    key={field.name}
                    field={field}
                    value={values[field.name]}
                    refused={refused[field.name]}
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

type PreviewProps = { field: Field; value: unknown; refused: string | undefined };

function Preview({ field, value, refused }: PreviewProps) {
  if (refused !== undefined) return <TableCell sx={{ color: 'error.main' }}>{refused}</TableCell>;
  const checked = checkField(field, value);
  if ('value' in checked)
    return (
      <TableCell>
        <FieldValue field={field} value={checked.value} place="list" />
      </TableCell>
    );
  const written = typeof value === 'string' || typeof value === 'number' ? `${value}: ` : '';
  return (
    <TableCell
      sx={{ color: 'error.main' }}
    >{`${written}${problemsText(checked.problems)}`}</TableCell>
  );
}
