import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, TextField } from '@mui/material';
import { useEffect, useRef } from 'react';
import type { InferredField } from '../../../../contract/structure/inferred-fields.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { Hint } from '../../../kit/hint.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { CheckField } from '../../../resource/check-field.tsx';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { emptyField, OWN, type FieldDraft } from './collection-draft.ts';
import { canBeUnique, kindNamed, kinds } from './field-kinds.ts';
import { useLabelOf } from '../settings/use-label-of.ts';

type FieldInputsProps = {
  fields: readonly FieldDraft[];
  /** The number of rows that were read of a file. */
  rows?: number;
  onChange: (fields: readonly FieldDraft[]) => void;
};

/** The fields of a new collection: one row each on a desk, a block on a phone. */
export function FieldInputs({ fields, rows = 0, onChange }: FieldInputsProps) {
  const texts = useTexts('structure-new');
  const list = useRef<HTMLDivElement>(null);
  const count = useRef(fields.length);
  // The new field gets the focus, so that somebody can go on typing.
  useEffect(() => {
    if (fields.length > count.current)
      list.current?.querySelector<HTMLInputElement>(':scope > :last-of-type input')?.focus();
    count.current = fields.length;
  }, [fields.length]);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start', maxWidth: 960 }}>
      <Box ref={list} sx={{ display: 'grid', gap: 1.5, width: 1 }}>
        {fields.map((field, at) => (
          <Box
            key={field.key}
            role="group"
            aria-label={fillTemplate(texts.field, { number: at + 1 })}
            sx={rowSx}
          >
            <LabelInput field={field} onChange={(next) => onChange(fields.with(at, next))} />
            {!field.isLeftOut && (
              <KindInputs field={field} onChange={(next) => onChange(fields.with(at, next))} />
            )}
            {field.column ? (
              <CheckField
                label={texts.takeColumn}
                checked={!field.isLeftOut}
                onChange={(isIn) => onChange(fields.with(at, { ...field, isLeftOut: !isIn }))}
              />
            ) : (
              <IconButton
                aria-label={fillTemplate(texts.removeField, {
                  name: field.label || String(at + 1),
                })}
                disabled={fields.length === 1}
                onClick={() => onChange(fields.filter((one) => one !== field))}
              >
                <CloseIcon />
              </IconButton>
            )}
            {field.column && <Reason column={field.column} rows={rows} />}
          </Box>
        ))}
      </Box>
      <Button startIcon={<AddIcon />} onClick={() => onChange([...fields, emptyField()])}>
        {texts.addField}
      </Button>
    </Box>
  );
}

const rowSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 };

function LabelInput({ field, onChange }: KindInputsProps) {
  const texts = useTexts('structure-new');
  return (
    <TextField
      margin="none"
      label={texts.fieldLabel}
      value={field.label}
      disabled={field.isLeftOut === true}
      onChange={({ target }) => onChange({ ...field, label: target.value })}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={{ flex: '2 1 200px' }}
    />
  );
}

type ReasonProps = { column: InferredField; rows: number };

/** Why a column has become such a field, on its values. */
function Reason({ column, rows }: ReasonProps) {
  const { reasons } = useTexts('structure-new');
  const write = useNumberFormat();
  const { filled, distinct, samples } = column;
  const numbers = { filled: write(filled), rows: write(rows), distinct: write(distinct) };
  const parts = [
    fillTemplate(reasons[reasonOf(column)], numbers),
    ...(filled === rows && rows > 0 ? [reasons.everyRow] : []),
    ...(filled > 0 ? [fillTemplate(reasons.samples, { samples: samples.join(' · ') })] : []),
  ];
  return <Hint sx={{ flex: '1 0 100%', overflowWrap: 'anywhere' }}>{parts.join(' ')}</Hint>;
}

function reasonOf({ filled, declaration }: InferredField) {
  if (filled === 0) return 'empty';
  if (declaration['unique'] === true) return 'key';
  if ('to' in declaration) return 'reference';
  if ('choices' in declaration) return 'choice';
  return declaration['type'] === 'text' ? 'text' : 'fits';
}

type KindInputsProps = { field: FieldDraft; onChange: (field: FieldDraft) => void };

/** The type of a field, and what the type needs. */
function KindInputs({ field, onChange }: KindInputsProps) {
  const texts = useTexts('structure-new');
  const { types } = useTexts('structure');
  const { declared = {} } = useStructureDraft();
  const labelOf = useLabelOf();
  const variants: Readonly<Record<string, string>> = texts.variants;
  const need = kindNamed(field.kind)?.need;
  const nameOf = (kind: string): string => variants[kind] ?? types[kind] ?? kind;
  // A file can have a type that only the text declares.
  const others = kindNamed(field.kind) ? [] : [[field.kind, nameOf(field.kind)] as const];
  return (
    <>
      <Box sx={{ display: 'grid', flex: '1 1 150px' }}>
        <NativeSelect
          label={texts.type}
          value={field.kind}
          options={[...kinds.map(({ name }) => [name, nameOf(name)] as const), ...others]}
          onChange={(kind) =>
            onChange({
              ...field,
              kind,
              settings: {},
              isUnique: field.isUnique && canBeUnique(kind),
            })
          }
        />
      </Box>
      {need === 'choices' && (
        <TextField
          margin="none"
          required
          label={texts.choices}
          value={field.choices}
          onChange={({ target }) => onChange({ ...field, choices: target.value })}
          sx={{ flex: '2 1 200px' }}
        />
      )}
      {need === 'to' && (
        <Box sx={{ display: 'grid', flex: '1 1 150px' }}>
          <NativeSelect
            label={texts.to}
            value={field.to}
            none={texts.choose}
            options={[
              [OWN, texts.toOwn] as const,
              ...Object.entries(asObject(declared['resources'])).map(
                ([name, one]) => [name, labelOf(one, name)] as const,
              ),
            ]}
            onChange={(to) => onChange({ ...field, to })}
          />
        </Box>
      )}
      {need === 'currency' && (
        <TextField
          margin="none"
          required
          label={texts.currency}
          value={field.currency}
          onChange={({ target }) => onChange({ ...field, currency: target.value.toUpperCase() })}
          slotProps={{ htmlInput: { maxLength: 3, spellCheck: false } }}
          sx={{ flex: '1 1 120px' }}
        />
      )}
      <CheckField
        label={texts.required}
        checked={field.isRequired}
        onChange={(isRequired) => onChange({ ...field, isRequired })}
      />
      {canBeUnique(field.kind) && (
        <CheckField
          label={texts.unique}
          checked={field.isUnique}
          onChange={(isUnique) => onChange({ ...field, isUnique })}
        />
      )}
    </>
  );
}
