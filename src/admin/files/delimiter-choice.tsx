import { TextField } from '@mui/material';
import { useState } from 'react';
import { Choice } from '../kit/choice.tsx';
import { useTexts } from '../messages/texts.ts';

type DelimiterChoiceProps = { delimiter: string; onChange: (delimiter: string) => void };

/** What stands between two cells: one of the usual signs, or any other that is typed. */
export function DelimiterChoice({ delimiter, onChange }: DelimiterChoiceProps) {
  const { layout: texts } = useTexts('transfer');
  const [isOther, setOther] = useState(!(delimiter in texts.delimiters));
  return (
    <>
      <Choice
        label={texts.delimiter}
        value={isOther ? OTHER : delimiter}
        options={[...Object.entries(texts.delimiters), [OTHER, texts.otherDelimiter]]}
        onChange={(sign) => {
          setOther(sign === OTHER);
          if (sign !== OTHER) onChange(sign);
        }}
      />
      {isOther && (
        <TextField
          label={texts.otherDelimiter}
          defaultValue={delimiter in texts.delimiters ? '' : delimiter}
          onChange={({ target }) => target.value !== '' && onChange(target.value)}
          // Typing another one replaces what is there.
          onFocus={({ target }) => target.select()}
          slotProps={{ htmlInput: { maxLength: 1 }, inputLabel: { shrink: true } }}
          sx={{ m: 0 }}
        />
      )}
    </>
  );
}

/** No sign between cells is that long. */
const OTHER = 'other';
