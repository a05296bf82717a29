import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton } from '@mui/material';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { InferredField } from '../../../../contract/structure/inferred-fields.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { Hint } from '../../../kit/hint.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { CheckField } from '../../../resource/check-field.tsx';
import { NeededSettings } from '../collection/needed-settings.tsx';
import { canBeUnique, neededBy } from '../settings/field-kinds.ts';
import { firstOf, LabelInputs } from '../settings/label-inputs.tsx';
import { SettingContext, useSettingNames } from '../settings/setting-context.ts';
import { TypeSelect } from '../settings/type-select.tsx';
import { emptyField, OWN, type FieldDraft } from './collection-draft.ts';

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
  const hasReference = fields.some(({ declaration }) =>
    neededBy(String(declaration['type'])).some(({ kind }) => kind === 'collection'),
  );
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start', maxWidth: 960 }}>
      <WithOwn>
        <Box ref={list} sx={{ display: 'grid', gap: 1.5, width: 1 }}>
          {fields.map((field, at) => (
            <FieldRow
              key={field.key}
              {...{ field, at, rows }}
              isOnly={fields.length === 1}
              onChange={(next) => onChange(fields.with(at, next))}
              onRemove={() => onChange(fields.filter((one) => one !== field))}
            />
          ))}
        </Box>
      </WithOwn>
      {hasReference && <Hint>{texts.toNew}</Hint>}
      <Button startIcon={<AddIcon />} onClick={() => onChange([...fields, emptyField()])}>
        {texts.addField}
      </Button>
    </Box>
  );
}

/** Offers the new collection itself to links. */
function WithOwn({ children }: { children: ReactNode }) {
  const { toOwn } = useTexts('structure-new');
  const names = useSettingNames();
  const withOwn = useMemo(
    () => ({ ...names, collections: [[OWN, toOwn] as const, ...names.collections] }),
    [names, toOwn],
  );
  return <SettingContext value={withOwn}>{children}</SettingContext>;
}

type FieldRowProps = OneFieldProps & {
  at: number;
  rows: number;
  isOnly: boolean;
  onRemove: () => void;
};

function FieldRow({ field, at, rows, isOnly, onChange, onRemove }: FieldRowProps) {
  const texts = useTexts('structure-new');
  const { languages } = useSettingNames();
  return (
    <Box role="group" aria-label={fillTemplate(texts.field, { number: at + 1 })} sx={rowSx}>
      <FieldLabels field={field} onChange={onChange} />
      {!field.isLeftOut && <KindInputs field={field} onChange={onChange} />}
      {field.column ? (
        <CheckField
          label={texts.takeColumn}
          checked={!field.isLeftOut}
          onChange={(isIn) => onChange({ ...field, isLeftOut: !isIn })}
        />
      ) : (
        <IconButton
          aria-label={fillTemplate(texts.removeField, {
            name: firstOf(field.labels, languages) || String(at + 1),
          })}
          disabled={isOnly}
          onClick={onRemove}
        >
          <CloseIcon />
        </IconButton>
      )}
      {field.column && <Reason column={field.column} rows={rows} />}
    </Box>
  );
}

const rowSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  columnGap: 1,
  rowGap: 1.5,
  pb: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
};

/** The label in each language of the app. */
function FieldLabels({ field, onChange }: OneFieldProps) {
  const texts = useTexts('structure-new');
  const { languages } = useSettingNames();
  return (
    <LabelInputs
      label={texts.fieldLabel}
      {...{ languages, labels: field.labels }}
      isDisabled={field.isLeftOut === true}
      onChange={(labels) => onChange({ ...field, labels })}
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

type OneFieldProps = { field: FieldDraft; onChange: (field: FieldDraft) => void };

/** The type of a field, what the type needs, and what every value must be. */
function KindInputs({ field, onChange }: OneFieldProps) {
  const texts = useTexts('structure-new');
  const { declaration } = field;
  return (
    <>
      <Box sx={{ display: 'grid', flex: '2 1 260px' }}>
        <TypeSelect
          label={texts.type}
          value={declaration}
          onChange={(next) =>
            onChange({
              ...field,
              declaration: next,
              isUnique: field.isUnique && canBeUnique(next),
            })
          }
        />
      </Box>
      {neededBy(String(declaration['type'])).length > 0 && (
        <Box sx={{ display: 'grid', gap: 1.5, flex: '2 1 260px' }}>
          <NeededSettings
            declaration={declaration}
            isTried={false}
            onChange={(next) => onChange({ ...field, declaration: next })}
          />
        </Box>
      )}
      <Box>
        <CheckField
          label={texts.required}
          checked={field.isRequired}
          onChange={(isRequired) => onChange({ ...field, isRequired })}
        />
        {canBeUnique(declaration) && (
          <CheckField
            label={texts.unique}
            checked={field.isUnique}
            onChange={(isUnique) => onChange({ ...field, isUnique })}
          />
        )}
      </Box>
    </>
  );
}
