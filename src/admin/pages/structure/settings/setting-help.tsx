import { Box, FormHelperText } from '@mui/material';
import type { ReactNode } from 'react';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asTexts } from '../../../../descriptor/read/draft.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { writeValue } from './json-text.ts';
import type { Setting } from './to-settings.ts';
import { useSettingWords } from './use-setting-words.ts';

export type SettingInputProps = {
  setting: Setting;
  /** Undefined without the setting. */
  value: unknown;
  /** What the check says about it. */
  problem?: string | undefined;
  /** An example of a value, for what has a form of its own. */
  example?: unknown;
  /** What has the setting, as far as it is declared. */
  of?: JsonObject;
  isReadOnly?: boolean;
  /** What people see without a text. */
  usual?: string;
  onChange: (value: unknown) => void;
};

/** The name of a setting above an input of several parts. */
export function SettingLabel({ id, setting }: { id: string; setting: Setting }) {
  const { labelOf } = useSettingWords();
  return (
    <Box id={id} sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
      {labelOf(setting)}
    </Box>
  );
}

type HelpProps = {
  id?: string;
  setting: Setting;
  problem?: string | undefined;
  children?: ReactNode;
};

/** What is wrong, what the setting does, and what counts without it. */
export function Help({ id, setting, problem, children }: HelpProps) {
  return (
    <FormHelperText id={id} component="div" error={problem !== undefined} sx={{ m: 0 }}>
      <HelpText {...{ setting, problem }}>{children}</HelpText>
    </FormHelperText>
  );
}

/** Its code stands between backticks, as in the documentation. */
export function HelpText({ setting, problem, children }: Omit<HelpProps, 'id'>) {
  const { panel } = useTexts('structure-fields');
  const { helpOf } = useSettingWords();
  const preset = usePreset(setting);
  return (
    <>
      {problem !== undefined && <strong>{problem} </strong>}
      {helpOf(setting)
        .split('`')
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
      {preset !== '' && <> {fillTemplate(panel.preset, { value: preset })}</>}
      {children}
    </>
  );
}

/** What counts without the setting, as the inputs call it; nothing, if that is nothing. */
function usePreset({ preset, options }: Setting): string {
  const { yes } = useTexts('structure');
  const { optionOf } = useSettingWords();
  if (preset === true) return yes;
  const written = writeValue(preset);
  if (['[]', '{}', 'false'].includes(written)) return '';
  return options.length > 0 ? asTexts([preset].flat()).map(optionOf).join(', ') : written;
}
