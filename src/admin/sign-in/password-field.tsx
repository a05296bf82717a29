import { useState, type KeyboardEvent } from 'react';
import { FieldProblem } from './field-problem.tsx';
import { useTexts } from './texts.ts';

type PasswordFieldProps = {
  value: string;
  invalid: boolean;
  problem: string | undefined;
  onChange: (value: string) => void;
};

/** A password that can be shown, and a word when the keyboard writes capitals unasked. */
export function PasswordField({ value, invalid, problem, onChange }: PasswordFieldProps) {
  const texts = useTexts();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  const watchCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'));
  const notes = [
    problem === undefined ? '' : 'password-problem',
    capsLock ? 'password-caps-lock' : '',
  ];

  return (
    <div className="entry-field">
      <label htmlFor="password">{texts.password}</label>
      <div className="entry-password">
        <input
          id="password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={value}
          aria-invalid={invalid}
          aria-describedby={notes.filter(Boolean).join(' ') || undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={texts.showPassword}
          title={shown ? texts.hidePassword : texts.showPassword}
          onClick={() => setShown(!shown)}
        >
          <i className={shown ? 'icon icon-hidden' : 'icon icon-shown'} />
        </button>
      </div>
      <p className="entry-hint" id="password-caps-lock" role="status">
        {capsLock ? texts.capsLock : ''}
      </p>
      <FieldProblem id="password-problem" text={problem} />
    </div>
  );
}
