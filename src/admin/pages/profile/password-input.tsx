import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { useTexts } from '../../messages/texts.ts';

type PasswordInputProps = {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
};

/** As on the way in: it can be shown, and says when the keyboard writes capitals unasked. */
export function PasswordInput({ problem, onChange, ...props }: PasswordInputProps) {
  const { profile: texts } = useTexts('people');
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...props}
      required
      type={isShown ? 'text' : 'password'}
      error={problem !== undefined}
      helperText={problem ?? (capsLock ? texts.capsLock : undefined)}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      slotProps={{
        inputLabel: { shrink: true },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={`${texts.show}: ${props.label}`}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              >
                {isShown ? <VisibilityOffIcon /> : <VisibilityIcon />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
