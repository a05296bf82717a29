import { lazy, Suspense } from 'react';
import type { PasswordOwner } from '../../../fields/text/password.ts';
import type { VisitorFieldProps } from '../visitor-field.tsx';
import { PasswordField } from '../password-field.tsx';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { VisitorTexts } from '../../messages/en/sign-in/visitor.ts';
import { checkByRule } from './password-rule.ts';

const PasswordMeter = lazy(async () => ({
  default: (await import('./password-meter.tsx')).PasswordMeter,
}));

type NewPasswordFieldProps = Pick<
  VisitorFieldProps,
  'label' | 'value' | 'problem' | 'onChange' | 'autoFocus'
> & {
  /** The owner of the password, as far as the page knows them. */
  owner?: PasswordOwner;
};

/** An input for a new password, with a meter that shows its strength. */
export function NewPasswordField({ owner = {}, ...field }: NewPasswordFieldProps) {
  const texts = useTexts('visitor');
  const hint = <p className="entry-hint">{texts.passwordHint}</p>;
  return (
    <PasswordField
      {...field}
      name="password"
      autoComplete="new-password"
      notes={['password-meter']}
    >
      <div id="password-meter">
        {field.value === '' ? (
          hint
        ) : (
          // Keeps the page from moving under the mouse while the meter loads.
          <Suspense fallback={hint}>
            <PasswordMeter password={field.value} owner={owner} words={texts.strength} />
          </Suspense>
        )}
      </div>
    </PasswordField>
  );
}

/** The message with which the server would refuse a password, in the texts of the page. */
export function checkNewPassword(password: string, owner: PasswordOwner, texts: VisitorTexts) {
  const [first] = checkByRule(password, owner);
  if (first === undefined) return undefined;
  const text = (texts.passwordProblems as Record<string, string>)[first.code];
  return text === undefined ? first.message : fillTemplate(text, first.params ?? {});
}
