import { useState, type KeyboardEvent } from 'react';
import { VisitorField, type VisitorFieldProps } from './visitor-field.tsx';
import { Status } from '../kit/status/status.tsx';
import { useTexts } from '../messages/texts.ts';

/** A password input that can show its text, and warns when Caps Lock is on. */
export function PasswordField({ notes = [], children, ...field }: VisitorFieldProps) {
  const texts = useTexts('sign-in');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const hint = `${field.name}-caps-lock`;

  const watchCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'));

  return (
    <VisitorField
      {...field}
      type={shown ? 'text' : 'password'}
      notes={capsLock ? [...notes, hint] : notes}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      beside={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={texts.showPassword}
          title={shown ? texts.hidePassword : texts.showPassword}
          onClick={() => setShown(!shown)}
        >
          <i className={shown ? 'icon icon-hidden' : 'icon icon-shown'} />
        </button>
      }
    >
      <Status as="p" className="entry-hint" id={hint}>
        {capsLock ? texts.capsLock : ''}
      </Status>
      {children}
    </VisitorField>
  );
}
