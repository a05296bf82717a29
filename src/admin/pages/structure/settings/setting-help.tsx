import { Box, FormHelperText } from '@mui/material';
import type { ReactNode } from 'react';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { writeValue } from './json-text.ts';
import type { Setting } from './to-settings.ts';

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
  const hasPreset = preset !== undefined && preset !== false && preset !== '';
  return (
    <>
      {problem !== undefined && <strong>{problem} </strong>}
      <Described text={description} />
      {hasPreset && <> {fillTemplate(panel.preset, { value: writeValue(preset) })}</>}
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
