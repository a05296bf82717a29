import { Autocomplete, Box, TextField } from '@mui/material';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { readableFields } from '../../../../descriptor/access.ts';
import { systemFields, type Descriptor, type Resource } from '../../../../descriptor/descriptor.ts';
import { functions } from '../../../../descriptor/expression/functions.ts';
import { tokenNames } from '../../../../descriptor/expression/variables.ts';
import { roleNow } from '../../../../descriptor/role-now.ts';
import { findField } from '../../../../descriptor/system-fields.ts';
import { foldText } from '../../../../fields/text/fold-text.ts';
import { useConfig } from '../../../client/config.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { useText } from '../../../messages/use-text.ts';

type ExpressionTextProps = {
  label: ReactNode;
  /** What it is about, as the draft declares it. */
  about: { descriptor: Descriptor; resource: Resource };
  value: string;
  isWrong: boolean;
  help: ReactNode;
  onChange: (text: string) => void;
};

/** What completes a word of an expression. */
type Word = { insert: string; label: string; language?: 'en' };

/** An expression as a text, whose words are completed: fields, functions and what `$` begins. */
export function ExpressionText(props: ExpressionTextProps) {
  const { label, about, value, isWrong, help, onChange } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const words = useWords(about);
  const caret = (): number => input.current?.selectionStart ?? value.length;
  return (
    <Autocomplete<Word, false, false, true>
      freeSolo
      options={words}
      inputValue={value}
      getOptionLabel={(word) => (typeof word === 'string' ? word : word.insert)}
      getOptionKey={(word) => (typeof word === 'string' ? word : word.insert)}
      filterOptions={(all) => completing(all, wordBefore(value, caret()))}
      onKeyDown={(event) => {
        // Without words to choose from, the keys move the caret between the lines.
        if (input.current?.getAttribute('aria-expanded') !== 'true')
          Object.assign(event, { defaultMuiPrevented: /^(Arrow|Page)/.test(event.key) });
      }}
      onInputChange={(_, text, reason) => {
        if (reason === 'input' || reason === 'clear') onChange(text);
      }}
      onChange={(_, chosen) => {
        if (typeof chosen === 'string' || chosen === null) return;
        const at = caret();
        const begun = wordBefore(value, at);
        const start = value.slice(0, at - begun.length) + chosen.insert;
        flushSync(() => onChange(start + value.slice(at)));
        input.current?.setSelectionRange(start.length, start.length);
      }}
      renderOption={({ key, ...option }, { insert, label: name, language }) => (
        <Box component="li" key={key} {...option} sx={{ gap: 1 }}>
          <code>{insert}</code>{' '}
          <Hint component="span">
            <span lang={language}>{name}</span>
          </Hint>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={input}
          label={label}
          multiline
          margin="none"
          error={isWrong}
          helperText={help}
          sx={{ '& textarea': { fontFamily: 'monospace' } }}
        />
      )}
    />
  );
}

/** Fields are only those that the person may read. */
function useWords({ descriptor, resource }: ExpressionTextProps['about']): Word[] {
  const say = useText();
  const own = useConfig().role;
  const role = roleNow(descriptor, own) ?? own;
  const names = [...readableFields(descriptor, role, resource), ...systemFields];
  const fields = names.map((name) => {
    const field = findField(resource, name);
    return { insert: name, label: field ? say(field.label) : '' };
  });
  const calls = Object.entries(functions).flatMap(([name, { says, ...function_ }]) =>
    'written' in function_ ? [] : [{ insert: `${name}(`, label: says, language: 'en' as const }],
  );
  return [...fields, ...calls, ...tokenNames.map((insert) => ({ insert, label: '' }))];
}

/** The word that ends at the caret. */
function wordBefore(text: string, caret: number): string {
  return /(?:[$\p{L}_][\p{L}\p{N}_]*)?$/u.exec(text.slice(0, caret))?.[0] ?? '';
}

const MOST = 8;

/** Words that begin with it first, then those whose label has it; nothing before somebody has typed a letter. */
function completing(all: readonly Word[], begun: string): Word[] {
  const wanted = foldText(begun);
  if (wanted === '') return [];
  const starts = all.filter(({ insert }) => foldText(insert).startsWith(wanted));
  const named = all.filter(
    (word) => !starts.includes(word) && foldText(word.label).includes(wanted),
  );
  return [...starts, ...named].filter(({ insert }) => insert !== begun).slice(0, MOST);
}
