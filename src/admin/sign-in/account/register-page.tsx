import { useState } from 'react';
import { PageHeading, useTitle } from '../visitor-frame.tsx';
import { Status } from '../../kit/status/status.tsx';
import type { AccountPageProps } from '../visitor-page.ts';
import { useTexts } from '../../messages/texts.ts';
import { VisitorField } from '../visitor-field.tsx';
import { checkNewPassword, NewPasswordField } from './new-password-field.tsx';
import { isAddress } from './is-address.ts';
import type { Notices } from './notices.tsx';
import { loadPasswordRule } from './password-rule.ts';
import { TermsField } from './terms-field.tsx';
import { VisitorForm, SignInLink, useVisitorForm } from './visitor-form.tsx';

/** Requests an account; an admin approves it. */
export function RegisterPage(notices: AccountPageProps) {
  const texts = useTexts('visitor');
  const own = texts.register;
  const [askedFor, setAskedFor] = useState<string>();
  const title = askedFor === undefined ? own.title : own.thanks;
  useTitle(title);
  return (
    <>
      <PageHeading isResult={askedFor !== undefined}>{title}</PageHeading>
      {askedFor === undefined ? (
        <p className="entry-lead">{own.lead}</p>
      ) : (
        <Status as="p" className="entry-lead">
          {own.next.replace('{email}', askedFor)}
        </Status>
      )}
      {askedFor === undefined ? <RegisterForm {...notices} onDone={setAskedFor} /> : null}
      <SignInLink />
    </>
  );
}

const nothing = { name: '', email: '', organisation: '', password: '' };

type RegisterFormProps = Notices & { onDone: (email: string) => void };

function RegisterForm({ showDone, showFailed, clearNotice, onDone }: RegisterFormProps) {
  const texts = useTexts('visitor');
  const own = texts.register;
  const [typed, setTyped] = useState(nothing);
  const [accepted, setAccepted] = useState(false);
  const { name, email, organisation, password } = typed;
  const missing = (text: string, message: string) => (text.trim() === '' ? message : undefined);

  const form = useVisitorForm({
    path: '/api/users/',
    body: () => ({
      name: name.trim(),
      email: email.trim(),
      organisation: organisation.trim(),
      password,
      acceptedTerms: accepted,
    }),
    prepare: loadPasswordRule,
    check: () => ({
      name: missing(name, own.nameMissing),
      email: isAddress(email) ? undefined : texts.emailInvalid,
      organisation: missing(organisation, own.organisationMissing),
      password:
        password === ''
          ? own.passwordMissing
          : checkNewPassword(
              password,
              { email: email.trim(), name: name.trim(), organisation: organisation.trim() },
              texts,
            ),
      acceptedTerms: accepted ? undefined : own.acceptMissing,
    }),
    onSubmit: clearNotice,
    onRefused: () => showFailed(own.failed, own.failedText),
    onDone: () => {
      showDone(own.done, own.doneText);
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
    <VisitorForm form={form} submit={own.submit}>
      <VisitorField {...fieldOf('name')} autoComplete="name" autoCapitalize="words" autoFocus />
      <VisitorField {...fieldOf('email')} type="email" autoComplete="username" />
      <VisitorField
        {...fieldOf('organisation')}
        autoComplete="organization"
        autoCapitalize="words"
      />
      <NewPasswordField {...fieldOf('password')} owner={{ email, name, organisation }} />
      <TermsField
        accepted={accepted}
        problem={form.problemOf('acceptedTerms')}
        onChange={setAccepted}
      />
    </VisitorForm>
  );
}
