import { Box, TextField } from '@mui/material';
import { hasFreeText, type TextEdit } from '../../../descriptor/text-edit.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { InputProps } from '../../../fields/type/field-ui.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { FieldInput } from '../../record/form/field-slot.tsx';
import { COLUMNS } from '../../record/record-layout.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

const ways = ['set', 'append', 'replace'] as const;

/** How a field changes: its value is replaced, or its text is edited. */
type Way = (typeof ways)[number];

type BulkFieldProps = {
  field: Field;
  offers: InputProps['offers'];
  /** Undefined if the value is replaced. */
  edit: TextEdit | undefined;
  onEdit: (edit: TextEdit | undefined) => void;
};

/** One field of many records: a new value or, for free text, what to append or to find and replace. */
export function BulkField({ field, offers, edit, onEdit }: BulkFieldProps) {
  const { texts, say } = useI18n();
  const label = say(field.label);
  return (
    <>
      {hasFreeText(field) && (
        <Box sx={{ mb: 1 }}>
          <NativeSelect
            label={fillTemplate(texts.grid.editWay, { label })}
            value={wayOf(edit)}
            options={ways.map((way) => [way, texts.grid.editAs[way]] as const)}
            onChange={(way) => onEdit(blank[way])}
          />
        </Box>
      )}
      {edit ? (
        <EditInputs {...{ label, edit, onEdit }} />
      ) : (
        <FieldInput field={field} span={COLUMNS} offers={offers} />
      )}
    </>
  );
}

/** Whether an edit says what to do. */
export function isWhole(edit: TextEdit): boolean {
  return ('find' in edit ? edit.find : edit.append) !== '';
}

function wayOf(edit: TextEdit | undefined): Way {
  if (!edit) return 'set';
  return 'find' in edit ? 'replace' : 'append';
}

const blank: Record<Way, TextEdit | undefined> = {
  set: undefined,
  append: { append: '' },
  replace: { find: '', replace: '' },
};

type EditInputsProps = { label: string; edit: TextEdit; onEdit: (edit: TextEdit) => void };

function EditInputs({ label, edit, onEdit }: EditInputsProps) {
  const { texts } = useI18n();
  if ('append' in edit)
    return (
      <TextField
        fullWidth
        multiline
        label={fillTemplate(texts.grid.appendTo, { label })}
        value={edit.append}
        onChange={({ target }) => onEdit({ append: target.value })}
        sx={{ mb: 1 }}
      />
    );
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      <TextField
        label={fillTemplate(texts.grid.findIn, { label })}
        helperText={texts.grid.findCase}
        value={edit.find}
        onChange={({ target }) => onEdit({ ...edit, find: target.value })}
      />
      <TextField
        label={texts.grid.replaceWith}
        value={edit.replace}
        onChange={({ target }) => onEdit({ ...edit, replace: target.value })}
      />
    </Box>
  );
}
