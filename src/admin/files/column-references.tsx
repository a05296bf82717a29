import { Checkbox, FormControlLabel } from '@mui/material';
import { mayDo } from '../../descriptor/access.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { namings, type Naming } from '../../files/import/import-parts.ts';
import { useConfig } from '../client/config.tsx';
import { Choice } from '../kit/choice.tsx';
import { useText } from '../messages/use-text.ts';
import type { ColumnConversionsProps } from './column-conversions.tsx';
import { NewTargets } from './new-targets.tsx';
import { useTexts } from '../messages/texts.ts';

/** How a column names records of another collection, and whether those that are not there are made. */
export function ColumnReferences(props: ColumnConversionsProps) {
  const { name, field, choice, onChange } = props;
  const { columns: texts } = useTexts('transfer');
  const { descriptor, role } = useConfig();
  const say = useText();
  const to = descriptor.resources.get(field.kind.relation!(field.settings).to);
  if (!to) return null;
  const { by, create, given, ...bare } = choice;
  const key = to.fields.get(to.importKey);
  const names = namings.filter((one) => one !== 'key' || key !== undefined);
  return (
    <>
      <Choice
        label={fillTemplate(texts.byOf, { name })}
        value={by ?? ''}
        options={[
          ['', texts.byAny],
          ...names.map((one) => {
            const label = one === 'key' && key ? say(key.label) : texts.by[one];
            return [one, label] as const;
          }),
        ]}
        onChange={(one) =>
          onChange({
            ...bare,
            ...(create && { create }),
            ...(given && { given }),
            ...(one !== '' && { by: one as NonNullable<Naming['by']> }),
          })
        }
      />
      {mayDo(descriptor, role, to, 'create') && (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={create ?? false}
              onChange={({ target }) =>
                onChange({ ...bare, ...(by && { by }), ...(target.checked && { create: true }) })
              }
            />
          }
          label={fillTemplate(texts.create, { name: say(to.label) })}
        />
      )}
      {create && <NewTargets {...props} to={to} />}
    </>
  );
}
