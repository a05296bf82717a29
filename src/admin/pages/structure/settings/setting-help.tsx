import { Box, FormHelperText } from '@mui/material';
import type { ReactNode } from 'react';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { writeValue } from './json-text.ts';
import type { Setting } from './to-settings.ts';

export type SettingInputProps = {
  setting: Setting;
  /** Undefined without the setting. */
  value: unknown;
  /** What the check says about it. */
  problem?: string | undefined;
  /** An example of a value, for what has a form of its own. */
  example?: unknown;
  isReadOnly?: boolean;
  onChange: (value: unknown) => void;
};

/** The name of a setting in words: `minLength` becomes `Min length`. */
export function settingLabel({ name }: Setting): string {
  return nameToLabel(name);
}

/** The name of a setting above an input of several parts. */
export function SettingLabel({ id, setting }: { id: string; setting: Setting }) {
  return (
    <Box id={id} lang="en" sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
      {settingLabel(setting)}
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

export function HelpText({ setting, problem, children }: Omit<HelpProps, 'id'>) {
  const { panel } = useTexts('structure-fields');
  const { preset, description } = setting;
  const isEmpty = ['', '[]', '{}', 'false'].includes(writeValue(preset));
  return (
    <>
      {problem !== undefined && <strong>{problem} </strong>}
      <Described text={description} />
      {!isEmpty && <> {fillTemplate(panel.preset, { value: writeValue(preset) })}</>}
      {children}
    </>
  );
}

/** A description of the documentation, whose code stands between backticks. It is in English. */
function Described({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <Box component="span" lang="en">
        {text
          .split('`')
          .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
      </Box>
      {children}
    </>
  );
}
