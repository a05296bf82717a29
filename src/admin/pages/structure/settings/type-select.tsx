import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { kindOf, kindsOf, usualUnit } from './field-kinds.ts';

type TypeSelectProps = {
  label: string;
  /** The declaration of the field. */
  value: JsonObject;
  types?: readonly string[];
  /** The declaration of the chosen type without further settings. */
  onChange: (declaration: JsonObject) => void;
};

/** Types of fields and their variants, by default all, each with what it is for. */
export function TypeSelect({ label, value, types: offered, onChange }: TypeSelectProps) {
  const { types } = useTexts('structure');
  const { purposes, variants } = useTexts('structure-fields');
  const { declared = {} } = useStructureDraft();
  const kinds = kindsOf(offered);
  const chosen = kindOf(value);
  const options = kinds.map(({ name }) => {
    const text = variants[name] ?? types[name] ?? name;
    const purpose = name === chosen ? undefined : purposes[name];
    // The chosen one stands in the closed select, which has room for its name; what it is for stands below.
    return [name, purpose === undefined ? text : `${text}: ${purpose}`] as const;
  });
  return (
    <NativeSelect
      {...{ label, options }}
      value={chosen}
      help={purposes[chosen]}
      onChange={(name) => {
        const kind = kinds.find((one) => one.name === name);
        if (kind) onChange({ ...kind.declaration, ...usualUnit(declared, kind.declaration) });
      }}
    />
  );
}
