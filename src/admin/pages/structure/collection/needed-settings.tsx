import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { useTexts } from '../../../messages/texts.ts';
import { neededBy } from '../settings/field-kinds.ts';
import { SettingInput } from '../settings/setting-input.tsx';
import { exampleOf } from '../settings/to-settings.ts';

type NeededSettingsProps = {
  /** The type of the field, and its settings so far. */
  declaration: JsonObject;
  /** What the field has already. */
  present?: JsonObject;
  /** The person has tried to go on: the page names the missing settings. */
  isTried: boolean;
  onChange: (declaration: JsonObject) => void;
};

export function NeededSettings(props: NeededSettingsProps) {
  const { declaration, present = {}, isTried, onChange } = props;
  const { add } = useTexts('structure-fields');
  const type = String(declaration['type']);
  const lacking = neededBy(type).filter(({ name }) => present[name] === undefined);
  return lacking.map((setting) => {
    const { name } = setting;
    const isMissing = isTried && declaration[name] === undefined;
    return (
      <SettingInput
        key={`${type} ${name}`}
        setting={setting}
        value={declaration[name]}
        example={exampleOf(type, name)}
        problem={isMissing ? add.missing : undefined}
        onChange={(value) => onChange({ ...declaration, [name]: value })}
      />
    );
  });
}
