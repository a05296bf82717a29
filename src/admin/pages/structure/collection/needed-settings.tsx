import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { useTexts } from '../../../messages/texts.ts';
import { SettingInput } from '../settings/setting-input.tsx';
import { exampleOf, toSettings, type Setting } from '../settings/to-settings.ts';

/** The settings without which a field of a type cannot be. */
export function neededBy(type: string): readonly Setting[] {
  return toSettings(type).filter(({ isRequired }) => isRequired);
}

type NeededSettingsProps = {
  type: string;
  settings: JsonObject;
  /** What the field has already. */
  present?: JsonObject;
  /** The person has tried to go on: the page names the missing settings. */
  isTried: boolean;
  onChange: (settings: JsonObject) => void;
};

export function NeededSettings(props: NeededSettingsProps) {
  const { type, settings, present = {}, isTried, onChange } = props;
  const { add } = useTexts('structure-fields');
  const lacking = neededBy(type).filter(({ name }) => present[name] === undefined);
  return lacking.map((setting) => {
    const { name } = setting;
    const isMissing = isTried && settings[name] === undefined;
    return (
      <SettingInput
        key={`${type} ${name}`}
        setting={setting}
        value={settings[name]}
        example={exampleOf(type, name)}
        problem={isMissing ? add.missing : undefined}
        onChange={(value) => onChange({ ...settings, [name]: value })}
      />
    );
  });
}
