import { Box } from '@mui/material';
import { useId } from 'react';
import { asTexts } from '../../../../../descriptor/read/draft.ts';
import { kindNames } from '../../../../../fields/files/file-settings.ts';
import { useTexts } from '../../../../messages/texts.ts';
import { CheckField } from '../../../../resource/check-field.tsx';
import { Help, SettingLabel, type SettingInputProps } from '../setting-help.tsx';
import { LinesInput } from '../text-inputs.tsx';
import { useSettingWords } from '../use-setting-words.ts';

/** The kinds of files that a field accepts, and other types by the names that files have for them. */
export function AcceptInput(props: SettingInputProps) {
  const { setting, value, problem, isReadOnly = false, onChange } = props;
  const { panel } = useTexts('structure-fields');
  const { bare, optionOf } = useSettingWords();
  const id = useId();
  const chosen = asTexts(value);
  const kinds: readonly string[] = kindNames;
  const set = (next: readonly string[]) => onChange(next.length > 0 ? next : undefined);
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <SettingLabel id={id} setting={setting} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            label={optionOf(kind)}
            checked={chosen.includes(kind)}
            disabled={isReadOnly}
            onChange={(isOn) =>
              set(isOn ? [...chosen, kind] : chosen.filter((one) => one !== kind))
            }
          />
        ))}
      </Box>
      <Help setting={bare(setting)} problem={problem}>
        {panel.acceptHint}
      </Help>
      <LinesInput
        setting={{ ...setting, label: panel.otherTypes }}
        value={chosen.filter((one) => !kinds.includes(one))}
        isReadOnly={isReadOnly}
        onChange={(next) => set([...chosen.filter((one) => kinds.includes(one)), ...asTexts(next)])}
      />
    </Box>
  );
}
