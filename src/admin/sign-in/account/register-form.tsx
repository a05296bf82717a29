import { useState } from 'react';
import { language } from '../../messages/language.ts';
import { EntryField } from '../entry-field.tsx';
import { checkNewPassword } from './check-new-password.ts';
import { isAddress } from './is-address.ts';
import { NewPasswordField } from './new-password-field.tsx';
import type { Notices } from './notices.tsx';
import { loadPasswordRule } from './password-rule.ts';
import { RefusedNote } from './refused-note.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TermsField } from './terms-field.tsx';
import { useEntryForm } from './use-entry-form.ts';
import { useTexts } from '../../messages/texts.ts';

const nothing = { name: '', email: '', organisation: '', password: '' };

type RegisterFormProps = Notices & { onDone: (email: string) => void };

export function RegisterForm({ sayDone, sayFailed, sayNothing, onDone }: RegisterFormProps) {
  const texts = useTexts('visitor');
  const own = texts.register;
  const [typed, setTyped] = useState(nothing);
  const [accepted, setAccepted] = useState(false);
  const { name, email, organisation, password } = typed;
  const missing = (text: string, said: string) => (text.trim() === '' ? said : undefined);

  const form = useEntryForm({
    path: '/api/users/',
    body: () => ({
      name: name.trim(),
      email: email.trim(),
      organisation: organisation.trim(),
      password,
      acceptedTerms: accepted,
      // The mails to come are written in the language of this page.
      language: language(),
    }),
    prepare: loadPasswordRule,
    check: () => ({
      name: missing(name, own.nameMissing),
      email: isAddress(email) ? undefined : texts.emailInvalid,
      organisation: missing(organisation, own.organisationMissing),
      password:
        password === ''
          ? own.passwordMissing
          : checkNewPassword(password, { email: email.trim(), name: name.trim() }, texts),
      acceptedTerms: accepted ? undefined : own.acceptMissing,
    }),
    onSubmit: sayNothing,
    onRefused: () => sayFailed(own.failed, own.failedText),
    onDone: () => {
      sayDone(own.done, own.doneText);
      onDone(email.trim());
    },
  });

  const fieldOf = (field: keyof typeof nothing) => ({
    name: field,
    label: own[field],
    value: typed[field],
    problem: form.problemOf(field),
    onChange: (text: string) => {
      setTyped({ ...typed, [field]: text });
      form.forget(field);
    },
  });

  return (
    <form className="entry-form" onSubmit={form.submit} noValidate>
      <RefusedNote refused={form.refused} secondsLeft={form.secondsLeft} />
      <EntryField {...fieldOf('name')} autoComplete="name" autoCapitalize="words" autoFocus />
      <EntryField {...fieldOf('email')} type="email" autoComplete="username" />
      <EntryField {...fieldOf('organisation')} autoComplete="organization" autoCapitalize="words" />
      <NewPasswordField {...fieldOf('password')} owner={{ email, name }} />
      <TermsField
        accepted={accepted}
        problem={form.problemOf('acceptedTerms')}
        onChange={setAccepted}
      />
      <SubmitButton form={form} label={own.submit} />
    </form>
  );
}
