import type { TargetGroup } from '../../../files/import/rows/target-columns.ts';
import type { Cleaning } from '../use-inspection.ts';
import { type ColumnChoice, changeChoice, fieldsNeedingDefaults } from '../job-settings.ts';
import { Box } from '@mui/material';
import { mayDo } from '../../../descriptor/access.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { namings, type Naming } from '../../../files/import/import-parts.ts';
import { useConfig } from '../../client/config.tsx';
import { CheckField } from '../../resource/check-field.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useText } from '../../messages/use-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { useId } from 'react';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { Hint } from '../../kit/hint.tsx';
import { listSeparator } from '../../../files/import/rows/list-separator.ts';
import { TextInput } from '../text-input.tsx';
import { CheckNames } from '../lazy-values.ts';

export type ColumnConversionsProps = {
  name: string;
  field: Field;
  choice: ColumnChoice;
  /** Cells of a table are texts, which can be written in more than one way. */
  hasTexts: boolean;
  /** Whether a step has read its numbers or dates, so that they are in the usual form. */
  isRead: boolean;
  /** All columns of the file. */
  columns: readonly string[];
  cleaning: Cleaning;
  /** The columns for fields of the same record, if it is for a field behind a reference. */
  group?: TargetGroup | undefined;
  /** Whether other columns are for fields of the record that it refers to. */
  isGrouped: boolean;
  onChange: (choice: ColumnChoice) => void;
};

/** How a column names records of another collection, and whether the import creates the missing ones. */
export function ColumnReferences(props: ColumnConversionsProps) {
  const { name, field, choice, hasTexts, cleaning, isGrouped, onChange } = props;
  const { columns: texts } = useTexts('files');
  const { descriptor, role } = useConfig();
  const say = useText();
  const to = descriptor.resources.get(field.kind.relation?.(field.settings).to ?? '');
  if (!to) return null;
  const { by, create = false } = choice;
  const key = to.importKey.flatMap((one) => to.fields.get(one) ?? []);
  const names = namings.filter((one) => one !== 'key' || key.length > 0);
  const keyLabel = key.map(({ label }) => say(label)).join(' / ');
  return (
    <>
      <NativeSelect
        label={fillTemplate(texts.byOf, { name })}
        value={by ?? ''}
        none={texts.byAny}
        options={names.map((one) => [one, one === 'key' ? keyLabel : texts.by[one]])}
        onChange={(one) => onChange(changeChoice(choice, { by: one }))}
      />
      {isGrouped ? (
        <Hint variant="caption">{fillTemplate(texts.writing.isOwn, { name: say(to.label) })}</Hint>
      ) : (
        <>
          {mayDo(descriptor, role, to, 'create') && (
            <CheckField
              label={fillTemplate(texts.create, { name: say(to.label) })}
              checked={create}
              onChange={(is) => onChange(changeChoice(choice, { create: is, given: undefined }))}
            />
          )}
          {create && <NewTargets {...props} to={to} by={by} />}
        </>
      )}
      <CheckNames
        name={name}
        to={to.name}
        choice={choice}
        separator={hasTexts ? listSeparator(field, choice) : undefined}
        cleaning={cleaning}
      />
    </>
  );
}

type NewTargetsProps = ColumnConversionsProps & {
  to: Resource;
  by: Naming['by'];
  /** The fields that columns have. */
  given?: ReadonlySet<string>;
};

/** Other required fields of the created records: one value for all of them, or another column of the row. */
export function NewTargets(props: NewTargetsProps) {
  const { to, by, given: givenNames, name, choice, columns, onChange } = props;
  const { columns: texts } = useTexts('files');
  const say = useText();
  const list = useId();
  const fields = fieldsNeedingDefaults(to, by).filter((field) => !givenNames?.has(field.name));
  if (fields.length === 0) return null;
  const set = ({ name: field }: Field, text: string): void => {
    const { [field]: _, ...others } = choice.given ?? {};
    const given = text === '' ? others : { ...others, [field]: text };
    onChange(changeChoice(choice, { given: Object.keys(given).length > 0 ? given : undefined }));
  };
  return (
    <Box role="group" aria-label={fillTemplate(texts.givenOf, { name })} sx={groupSx}>
      <Hint>{fillTemplate(texts.given, { name: say(to.label) })}</Hint>
      {fields.map((field) => (
        <TextInput
          key={field.name}
          label={say(field.label)}
          value={choice.given?.[field.name] ?? ''}
          onChange={(text) => set(field, text)}
          input={{ list, maxLength: 1000, autoComplete: 'off' }}
        />
      ))}
      <datalist id={list}>
        {columns.map((column) => (
          <option key={column} value={`{${column}}`}>
            {column}
          </option>
        ))}
      </datalist>
    </Box>
  );
}

const groupSx = { display: 'grid', gap: 1, pl: 1.5, borderLeft: 2, borderColor: 'divider' };
