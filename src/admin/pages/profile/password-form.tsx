import {
  Box,
  Button,
  IconButton,
  InputAdornment,
  TextField,
  type TextFieldProps,
} from '@mui/material';
import { useState, type SyntheticEvent, type KeyboardEvent } from 'react';
import { checkByRule, loadPasswordRule } from '../../sign-in/account/password-rule.ts';
import { useConfig } from '../../client/config.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { useTexts } from '../../messages/texts.ts';
import { capitalise } from '../../client/http.ts';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { spokenProblem } from '../../kit/status/spoken-problem.tsx';

const PasswordMeter = lazyPart(
  () => import('../../sign-in/account/password-meter.tsx'),
  'PasswordMeter',
);

const nothing = { currentPassword: '', password: '' };

export function PasswordForm() {
  const { profile: texts } = useTexts('people');
  const { user } = useConfig();
  const [typed, setTyped] = useState(nothing);
  const { isBusy, problems, setProblems, forget, save } = useSaveProfile(Object.keys(nothing));
  const { currentPassword, password } = typed;

  function check(): Record<string, string> {
    const [first] = password === '' ? [] : checkByRule(password, user);
    return {
      ...(currentPassword === '' && { currentPassword: texts.currentMissing }),
      ...(password === '' && { password: texts.nextMissing }),
      ...(first && { password: capitalise(problemText(first)) }),
    };
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    await loadPasswordRule();
    const newProblems = check();
    setProblems(newProblems);
    if (Object.keys(newProblems).length > 0) return;
    if (await save(typed, texts.changed)) setTyped(nothing);
  }

  const inputOf = (name: keyof typeof nothing) => ({
    name,
    value: typed[name],
    problem: problems[name],
    onChange: (value: string) => {
      setTyped({ ...typed, [name]: value });
      forget(name);
    },
  });

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1 }}>
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <PasswordInput
        {...inputOf('currentPassword')}
        label={texts.current}
        autoComplete="current-password"
      />
      <PasswordInput {...inputOf('password')} label={texts.next} autoComplete="new-password" />
      {password !== '' && <PasswordMeter password={password} owner={user} words={texts.strength} />}
      <Button
        type="submit"
        variant="contained"
        loading={isBusy}
        sx={{ justifySelf: 'start', mt: 1 }}
      >
        {texts.change}
      </Button>
    </Box>
  );
}

type PasswordInputProps = Pick<TextFieldProps, 'name' | 'autoComplete' | 'value'> & {
  label: string;
  problem: string | undefined;
  onChange: (value: string) => void;
};

/** Like the password input of the sign-in: it can show its text, and warns when Caps Lock is on. */
function PasswordInput({ problem, onChange, ...props }: PasswordInputProps) {
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
      helperText={spokenProblem(problem) ?? (capsLock ? texts.capsLock : undefined)}
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
